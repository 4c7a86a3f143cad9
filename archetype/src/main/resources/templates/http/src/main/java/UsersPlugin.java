package ${package};

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
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
import org.plateaubench.http.HttpConnection;
import org.plateaubench.http.HttpFailure;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.HttpRequest;
import org.plateaubench.http.HttpResponse;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.http.connect.HttpConnections;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/** A plugin of one workload: users who get a page of a web server. */
public final class UsersPlugin implements Plugin, Workload<UsersPlugin.Parameters> {
    private static final String GET = "get";

    /** What a run file may set. */
    public record Parameters(
            @Parameter(description = "Server, such as http://shop.lab:8080.", defaultValue = "http://127.0.0.1:8080", reach = Reach.TARGET) String server,
            @Parameter(description = "Path of the page.", defaultValue = "/") String path,
            @Parameter(description = "Text that the page contains; empty for none.", defaultValue = "") String text) {}

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
        return "Users who get a page.";
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
        Answers answers = parameters.text().isEmpty()
                ? Answers.read().notVerified("the page, until 'text' names a part of it")
                : Answers.read().identity("the text that the page must contain");
        return WorkloadDefinition.builder()
                .operations(OperationDefinition.of(GET, "Gets the page.").verifying(answers))
                .pacing(Pacing.think(Distribution.Exponential.ofMean(Duration.ofMillis(100))))
                .metric(new MetricDefinition("pagesPerSecond", "pages/s", GET, 1))
                .executions(Execution.VIRTUAL, Execution.PLATFORM)
                .build();
    }

    @Override
    public WorkloadSession open(WorkloadContext<Parameters> context) {
        HttpConnections connections = new HttpConnections(HttpSettings.usual());
        HttpOrigin server = HttpOrigin.parse(context.parameters().server());
        return new WorkloadSession() {
            @Override
            public Driver driver(UserContext user) {
                return new User(connections.ofUser().connection(server), context.parameters());
            }

            @Override
            public void close() {
                connections.close();
            }
        };
    }

    /** One user with a connection. */
    private record User(HttpConnection connection, Parameters parameters) implements Driver {
        @Override
        public void connect() throws HttpFailure {
            connection.connect();
        }

        @Override
        public Outcome execute(OperationCall call) throws IOException {
            try {
                HttpResponse response = connection.exchange(new HttpRequest().start("GET", parameters.path()));
                if (response.status() != 200) {
                    return Outcome.error("status-" + response.status(), "not the page");
                }
                return response.bodyText(StandardCharsets.UTF_8).contains(parameters.text())
                        ? Outcome.ok()
                        : Outcome.error("wrong-content", "the page does not contain the text");
            } catch (HttpFailure e) {
                return e.outcome();
            }
        }

        @Override
        public void abort() {
            connection.abort();
        }

        @Override
        public void close() {
            connection.close();
        }
    }
}
