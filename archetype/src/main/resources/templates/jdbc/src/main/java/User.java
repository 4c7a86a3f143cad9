package ${package};

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ServiceLoader;
import org.plateaubench.api.Answers;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.OperationCall;

/** One user with a connection to a database, who reads a row. */
final class User implements Driver {
    static {
        // A JDBC driver registers itself when it is loaded.
        ServiceLoader.load(java.sql.Driver.class, User.class.getClassLoader()).forEach(driver -> {});
    }

    public record Parameters(
            @Parameter(description = "Address of the database.", defaultValue = "jdbc:h2:mem:users", reach = Reach.ADDRESS) String url,
            @Parameter(description = "User of the database.", defaultValue = "") String user,
            @Parameter(description = "The password of the user.", defaultValue = "", secret = true) String password,
            @Parameter(description = "SQL statement with one ? (a random number), which must return that number in its first column.", defaultValue = "select cast(? as int)") String statement,
            @Parameter(description = "Largest random number.", defaultValue = "1000", min = 1, max = 1_000_000_000) int maxNumber) {}

    private final Parameters parameters;
    private volatile Connection connection;
    private PreparedStatement statement;

    User(Parameters parameters) {
        this.parameters = parameters;
    }

    static OperationDefinition operation(Parameters parameters) {
        return OperationDefinition.of("read", "Reads the row with a random id.")
                .verifying(Answers.read().identity("the number, in the first column"));
    }

    @Override
    public void connect() throws SQLException {
        close();
        connection = DriverManager.getConnection(parameters.url(), parameters.user(), parameters.password());
        statement = connection.prepareStatement(parameters.statement());
    }

    @Override
    public Outcome execute(OperationCall call) throws SQLException {
        // The first draw of purpose 0; another random value would need another purpose.
        int number = call.draws().between(0, 0, 1, parameters.maxNumber());
        statement.setInt(1, number);
        try (ResultSet row = statement.executeQuery()) {
            return row.next() && row.getInt(1) == number
                    ? Outcome.ok()
                    : Outcome.error("wrong-content", "not the row with id " + number);
        }
    }

    /** Ends a statement that takes too long, which then fails. */
    @Override
    public void abort() {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException e) {
            // The connection is closed in any case, which ends the statement.
        }
    }

    @Override
    public void close() throws SQLException {
        if (connection != null) {
            connection.close();
        }
    }
}
