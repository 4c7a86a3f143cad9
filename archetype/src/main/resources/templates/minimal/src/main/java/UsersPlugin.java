package ${package};

import java.time.Duration;
import java.util.List;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/** A plugin of one workload with one operation. Put the code that you measure into {@link #work}. */
public final class UsersPlugin implements Plugin, Workload<UsersPlugin.Parameters> {
    private static final String WORK = "work";

    /** What a run file may set, each with a description and a default. */
    public record Parameters() {}

    @Override
    public String id() {
        return "${artifactId}";
    }

    @Override
    public String name() {
        return "users";
    }

    @Override
    public String description() {
        return "Users who do one kind of work.";
    }

    @Override
    public List<Workload<?>> workloads() {
        return List.of(this);
    }

    @Override
    public Class<Parameters> parametersType() {
        return Parameters.class;
    }

    @Override
    public WorkloadDefinition define(Parameters parameters) {
        return WorkloadDefinition.builder()
                .operations(OperationDefinition.of(WORK, "Adds the numbers up to a thousand.").readingNothing())
                .pacing(Pacing.think(Distribution.Exponential.ofMean(Duration.ofMillis(100))))
                .metric(new MetricDefinition("operationsPerSecond", "operations/s", WORK, 1))
                .executions(Execution.VIRTUAL, Execution.PLATFORM)
                .build();
    }

    @Override
    public WorkloadSession open(WorkloadContext<Parameters> context) {
        return new WorkloadSession() {
            @Override
            public Driver driver(UserContext user) {
                return UsersPlugin::work;
            }
        };
    }

    /** One operation of one user. Its time is measured; an exception or another outcome is an error. */
    private static Outcome work(OperationCall call) {
        int sum = 0;
        for (int i = 1; i <= 1_000; i++) {
            sum += i;
        }
        return sum == 500_500 ? Outcome.ok() : Outcome.error("wrong-sum", "the sum is " + sum);
    }
}
