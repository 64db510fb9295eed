import { Select } from "@/ui/Select";
import { SORTS } from "./query";

interface Props {
  /** The id of the form with which the order is sent. */
  form: string;
  sort: string;
  onSort: (sort: string) => void;
}

export function SortBy({ form, sort, onSort }: Props) {
  const options = Object.entries(SORTS).map(([value, label]) => ({ value, label }));
  return (
    <div className="w-56 max-w-full">
      <Select
        name="sort"
        form={form}
        label="Sort by"
        inline
        value={sort}
        options={options}
        onChange={onSort}
      />
    </div>
  );
}
