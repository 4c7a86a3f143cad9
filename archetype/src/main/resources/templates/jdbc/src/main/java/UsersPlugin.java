package ${package};

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.ServiceLoader;
import org.plateaubench.api.Answers;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/** A plugin of one workload: users who read a row of a database. */
public final class UsersPlugin implements Plugin, Workload<UsersPlugin.Parameters> {
    private static final String READ = "read";

    static {
        // A JDBC driver registers itself when it is loaded.
        ServiceLoader.load(java.sql.Driver.class, UsersPlugin.class.getClassLoader()).forEach(driver -> {});
    }

    /** What a run file may set. */
    public record Parameters(
            @Parameter(description = "Address of the database.", defaultValue = "jdbc:h2:mem:users", reach = Reach.ADDRESS) String url,
            @Parameter(description = "User of the database.", defaultValue = "") String user,
            @Parameter(description = "The password of the user.", defaultValue = "", secret = true) String password,
            @Parameter(description = "SQL statement with one ?, which is replaced by a random number.", defaultValue = "select cast(? as int)") String statement,
            @Parameter(description = "Greatest number.", defaultValue = "1000", min = 1, max = 1_000_000_000) int numbers) {}

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
        return "Users who read a row.";
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
                .operations(OperationDefinition.of(READ, "Reads the row of a number.")
                        .verifying(Answers.read().identity("the number, in the first column")))
                .pacing(Pacing.think(Distribution.Exponential.ofMean(Duration.ofMillis(100))))
                .metric(new MetricDefinition("rowsPerSecond", "rows/s", READ, 1))
                .executions(Execution.VIRTUAL, Execution.PLATFORM)
                .build();
    }

    @Override
    public WorkloadSession open(WorkloadContext<Parameters> context) {
        return new WorkloadSession() {
            @Override
            public Driver driver(UserContext user) {
                return new User(context.parameters());
            }
        };
    }

    /** One user with a connection. */
    private static final class User implements Driver {
        private final Parameters parameters;
        private volatile Connection connection;
        private PreparedStatement statement;

        User(Parameters parameters) {
            this.parameters = parameters;
        }

        @Override
        public void connect() throws SQLException {
            close();
            connection = DriverManager.getConnection(parameters.url(), parameters.user(), parameters.password());
            statement = connection.prepareStatement(parameters.statement());
        }

        @Override
        public Outcome execute(OperationCall call) throws SQLException {
            int number = call.draws().between(0, 0, 1, parameters.numbers());
            statement.setInt(1, number);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() && row.getInt(1) == number
                        ? Outcome.ok()
                        : Outcome.error("wrong-content", "not the row of " + number);
            }
        }

        /** Makes a statement that takes too long fail. */
        @Override
        public void abort() {
            try {
                connection.abort(Runnable::run);
            } catch (SQLException e) {
                // The statement ends with the connection, at the latest.
            }
        }

        @Override
        public void close() throws SQLException {
            if (connection != null) {
                connection.close();
            }
        }
    }
}
