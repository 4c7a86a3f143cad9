package ${package};

import java.io.IOException;
import java.net.InetSocketAddress;
import org.plateaubench.api.Outcome;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.OperationCall;

/** One user with a separate connection, who waits for each answer. */
final class BlockingDriver implements Driver {
    private final InetSocketAddress server;
    private final Exchange exchange;
    /** Volatile, since another thread aborts. */
    private volatile Connection connection = new Connection();

    BlockingDriver(InetSocketAddress server, Exchange exchange) {
        this.server = server;
        this.exchange = exchange;
    }

    @Override
    public void connect() throws IOException {
        connection.close();
        // Assigned before it connects, so that abort() can close it.
        Connection next = new Connection();
        connection = next;
        next.connect(server);
    }

    @Override
    public Outcome execute(OperationCall call) throws IOException {
        return exchange.outcome(call.operation(), connection.ask(exchange.request(call)));
    }

    @Override
    public void abort() {
        try {
            connection.close();
        } catch (IOException e) {
            // The connection is closed in any case.
        }
    }

    @Override
    public void close() throws IOException {
        connection.close();
    }
}
