package ${package};

import java.util.List;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.spi.ReportSection;

/** A table of every report: the additions that were requested, and those that the server acknowledged. */
final class AdditionsTable implements ReportSection {
    @Override
    public String workload() {
        return KeyValueWorkload.NAME;
    }

    @Override
    public Table render(WorkloadView result) {
        return new Table(
                "Additions",
                "Each acknowledged addition must be in the sum of all numbers.",
                List.of("items", "successful operations", "acknowledged"),
                List.of(List.of(
                        result.parameter("items"),
                        Long.toString(result.operations(KeyValueDriver.ADD, OutcomeKind.OK)),
                        Long.toString(result.counter(KeyValueDriver.ADDED)))));
    }
}
