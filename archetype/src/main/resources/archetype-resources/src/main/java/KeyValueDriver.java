package ${package};

import java.io.IOException;
import java.net.InetSocketAddress;
import org.plateaubench.api.Outcome;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.UserContext;

/** One user with a separate connection, who waits for each answer. */
final class KeyValueDriver implements Driver {
    static final String READ = "read";
    static final String ADD = "add";
    /** Counter of acknowledged additions. */
    static final String ADDED = "added";

    /** Index of the operation in the workload's definition. */
    private static final int READ_INDEX = 0;

    /** The purpose of the draw that chooses an item; each use of draws has a different purpose. */
    private static final int WHICH_ITEM = 0;

    private final InetSocketAddress server;
    private final ItemKeys keys;
    private final int items;
    private final UserContext.Counter added;
    /** Volatile, since another thread aborts. */
    private volatile Connection connection = new Connection();

    KeyValueDriver(InetSocketAddress server, ItemKeys keys, int items, UserContext.Counter added) {
        this.server = server;
        this.keys = keys;
        this.items = items;
        this.added = added;
    }

    @Override
    public void connect() throws IOException {
        connection.close();
        // Assigned before it connects, so that abort() can close it.
        Connection next = new Connection();
        connection = next;
        next.connect(server);
    }

    /** Returns the outcome of an operation. A wrong answer is an error, however fast it is. */
    @Override
    public Outcome execute(OperationCall call) throws IOException {
        String answer = connection.ask(request(call));
        if (!answer.startsWith("VALUE ")) {
            return answer.equals("NONE")
                    ? Outcome.error("missing-item", "an item is not there")
                    : Outcome.error("unexpected-answer", answer);
        }
        if (call.operation() != READ_INDEX) {
            added.add(1);
        }
        return Outcome.ok();
    }

    /**
     * Returns the request of an operation, one line. It depends only on the draws, so that runs with the same seed send
     * the same requests.
     */
    private String request(OperationCall call) {
        String item = keys.item(call.draws().between(WHICH_ITEM, 0, 0, items - 1));
        return call.operation() == READ_INDEX ? "GET " + item : "ADD " + item + " 1";
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
