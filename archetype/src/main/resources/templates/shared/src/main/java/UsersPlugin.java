package ${package};

import java.time.Duration;
import java.util.List;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/** A plugin with one workload; {@link User} has its operation. */
public final class UsersPlugin implements Plugin, Workload<User.Parameters> {
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
        return "Users who do one operation.";
    }

    @Override
    public List<Workload<?>> workloads() {
        return List.of(this);
    }

    @Override
    public Class<User.Parameters> parametersType() {
        return User.Parameters.class;
    }

    @Override
    public WorkloadDefinition define(User.Parameters parameters) {
        return WorkloadDefinition.builder()
                .operations(User.operation(parameters))
                .pacing(Pacing.think(Distribution.Exponential.ofMean(Duration.ofMillis(100))))
                .metric(new MetricDefinition("operationsPerSecond", "operations/s", MetricDefinition.ALL_OPERATIONS, 1))
                .executions(Execution.VIRTUAL, Execution.PLATFORM)
                .build();
    }

    @Override
    public WorkloadSession open(WorkloadContext<User.Parameters> context) {
        return new WorkloadSession() {
            @Override
            public Driver driver(UserContext user) {
                return new User(context.parameters());
            }
        };
    }
}
