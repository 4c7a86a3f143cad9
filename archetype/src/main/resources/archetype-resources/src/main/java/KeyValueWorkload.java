package ${package};

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;
import org.plateaubench.api.Answers;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.Mix;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.QosLimit;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/** Users who read items and add to them. */
final class KeyValueWorkload implements Workload<KeyValueWorkload.Parameters> {
    static final String NAME = "items";

    /** What a run file may set. Values are converted and checked before a run starts. */
    public record Parameters(
            @Parameter(description = "Items that the server holds.", defaultValue = "10000", min = 1, max = 1_000_000)
                    int items,
            @Parameter(
                            description = "Share of reads among the operations; the rest are additions.",
                            defaultValue = "80",
                            unit = "%",
                            min = 0,
                            max = 100)
                    int readPercent) {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "Users who read items and add to them.";
    }

    @Override
    public Class<Parameters> parametersType() {
        return Parameters.class;
    }

    @Override
    public boolean needsSut() {
        return true;
    }

    @Override
    public WorkloadDefinition define(Parameters parameters) {
        return WorkloadDefinition.builder()
                .operations(
                        OperationDefinition.of(KeyValueDriver.READ, "Reads the number of one item.")
                                .verifying(Answers.read().version("not below the number that the agent read before"))
                                .withLimits(QosLimit.parse("p95 < 100ms")),
                        OperationDefinition.of(KeyValueDriver.ADD, "Adds 1 to the number of one item.")
                                .verifying(Answers.read().version("above the number that the agent read before"))
                                .withLimits(QosLimit.parse("p95 < 100ms")))
                .units(List.of(UnitDefinition.of(KeyValueDriver.READ), UnitDefinition.of(KeyValueDriver.ADD)))
                .mix(mix(parameters.readPercent()))
                .pacing(Pacing.think(Distribution.Exponential.ofMean(Duration.ofMillis(20))))
                .metric(new MetricDefinition("operationsPerSecond", "operations/s", MetricDefinition.ALL_OPERATIONS, 1))
                .measures(MeasureDefinition.counter(KeyValueDriver.ADDED, "additions", "Additions that the server acknowledged."))
                // The preferred execution first.
                .executions(Execution.VIRTUAL, Execution.PLATFORM)
                .build();
    }

    private static Mix mix(int readPercent) {
        return switch (readPercent) {
            case 0 -> Mix.Flat.only(KeyValueDriver.ADD);
            case 100 -> Mix.Flat.only(KeyValueDriver.READ);
            default -> new Mix.Flat(Map.of(KeyValueDriver.READ, (double) readPercent, KeyValueDriver.ADD, 100.0 - readPercent));
        };
    }

    @Override
    public WorkloadSession open(WorkloadContext<Parameters> context) {
        InetSocketAddress server = Connection.place(context.requiredSut());
        Items.Keys keys = Items.Keys.of(context);
        AtomicLongArray seen = new AtomicLongArray(context.parameters().items());
        return new WorkloadSession() {
            @Override
            public Driver driver(UserContext user) {
                return new KeyValueDriver(server, keys, seen, user.counter(KeyValueDriver.ADDED));
            }
        };
    }

    @Override
    public DataSet dataSet(WorkloadContext<Parameters> context) {
        return new Items(context);
    }
}
