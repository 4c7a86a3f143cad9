package ${package};

import org.plateaubench.api.Parameter;

/** The parameters of the workload in a run file. Values are converted and checked before a run starts. */
public record KeyValueParameters(
        @Parameter(description = "Items that the server holds.", defaultValue = "10000", min = 1, max = 1_000_000)
                int items,
        @Parameter(
                        description = "Share of reads among the operations; the rest are additions.",
                        defaultValue = "80",
                        unit = "%",
                        min = 0,
                        max = 100)
                int readPercent) {}
