package ${package};

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.plateaubench.api.Answers;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;
import org.plateaubench.http.HttpConnection;
import org.plateaubench.http.HttpFailure;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.HttpRequest;
import org.plateaubench.http.HttpResponse;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.http.connect.HttpConnections;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.OperationCall;

/** One user with a connection, who gets a page. */
record User(HttpConnection connection, Parameters parameters) implements Driver {
    private static final HttpConnections CONNECTIONS = new HttpConnections(HttpSettings.defaults());

    /** The parameters that a run file may set. */
    public record Parameters(
            @Parameter(description = "Server, such as http://shop.lab:8080.", defaultValue = "http://127.0.0.1:8080", reach = Reach.TARGET) String server,
            @Parameter(description = "Path of the page.", defaultValue = "/") String path,
            @Parameter(description = "Text that the page contains; empty for none.", defaultValue = "") String text) {}

    User(Parameters parameters) {
        this(CONNECTIONS.connection(HttpOrigin.parse(parameters.server())), parameters);
    }

    static OperationDefinition operation(Parameters parameters) {
        return OperationDefinition.of("get", "Gets the page.")
                .verifying(parameters.text().isEmpty()
                        ? Answers.read().notVerified("the page, until 'text' names a part of it")
                        : Answers.read().identity("the text that the page must contain"));
    }

    @Override
    public void connect() throws HttpFailure {
        connection.connect();
    }

    @Override
    public Outcome execute(OperationCall call) throws IOException {
        try {
            HttpResponse response = connection.exchange(new HttpRequest().start("GET", parameters.path()));
            if (response.status() != 200) {
                return Outcome.error("status-" + response.status(), "the status is not 200");
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
