package ${package};

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import org.plateaubench.api.Answers;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/** The entry point, which {@code META-INF/services} names, and its workload: users who read items and add to them. */
public final class KeyValuePlugin implements Plugin, Workload<KeyValuePlugin.Parameters> {
    /** The name in run files, and the name of the plugin's folder. */
    static final String ID = "${artifactId}";

    /** What a run file may set. Values are converted and checked before a run starts. */
    public record Parameters(
            @Parameter(description = "Items that the server holds.", defaultValue = "10000", min = 1, max = 1_000_000)
                    int items) {}

    @Override
    public String id() {
        return ID;
    }

    @Override
    public List<Workload<?>> workloads() {
        return List.of(this);
    }

    @Override
    public List<SutServiceType<?>> sutServices() {
        return List.of(new KeyValueService.Type());
    }

    @Override
    public String name() {
        return "items";
    }

    @Override
    public String description() {
        return "Users of a key-value server, who read items and add to them.";
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
                        OperationDefinition.of(KeyValueDriver.READ, "Reads the value of one item.")
                                .verifying(Answers.read().version("not below the value that the agent read before")),
                        OperationDefinition.of(KeyValueDriver.ADD, "Adds 1 to the value of one item.")
                                .verifying(Answers.read().version("above the value that the agent read before")))
                .pacing(Pacing.think(Distribution.Exponential.ofMean(Duration.ofMillis(20))))
                .metric(new MetricDefinition("operationsPerSecond", "operations/s", MetricDefinition.ALL_OPERATIONS, 1))
                .measures(MeasureDefinition.counter(KeyValueDriver.ADDED, "additions", "Additions that the server acknowledged."))
                // The preferred execution first.
                .executions(Execution.VIRTUAL, Execution.PLATFORM)
                .build();
    }

    @Override
    public WorkloadSession open(WorkloadContext<Parameters> context) {
        AtomicLongArray seen = new AtomicLongArray(context.parameters().items());
        return new WorkloadSession() {
            @Override
            public Driver driver(UserContext user) {
                return new KeyValueDriver(
                        context.requiredSut(), Items.keyPrefix(context), seen, user.counter(KeyValueDriver.ADDED));
            }
        };
    }

    @Override
    public DataSet dataSet(WorkloadContext<Parameters> context) {
        return new Items(context);
    }
}
