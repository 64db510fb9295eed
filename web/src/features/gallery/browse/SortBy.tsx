import { Select } from "./Select";
import { SORTS } from "./wanted";

interface Props {
  sort: string;
  onSort: (sort: string) => void;
}

export function SortBy({ sort, onSort }: Props) {
  const options = Object.entries(SORTS).map(([value, label]) => ({ value, label }));
  return (
    <div className="w-56">
      <Select label="Sort by" inline value={sort} options={options} onChange={onSort} />
    </div>
  );
}
