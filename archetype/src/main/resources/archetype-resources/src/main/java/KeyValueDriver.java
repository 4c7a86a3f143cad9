package ${package};

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicLongArray;
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
    private final Items.Keys keys;
    /** The greatest number of each item that any user of this agent has read; numbers only grow. */
    private final AtomicLongArray seen;
    private final UserContext.Counter added;
    /** Volatile, since another thread aborts. */
    private volatile Connection connection = new Connection();

    KeyValueDriver(InetSocketAddress server, Items.Keys keys, AtomicLongArray seen, UserContext.Counter added) {
        this.server = server;
        this.keys = keys;
        this.seen = seen;
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
        boolean adds = call.operation() != READ_INDEX;
        int item = item(call);
        long least = seen.get(item) + (adds ? 1 : 0);
        String answer = connection.ask(request(call));
        if (!answer.startsWith("VALUE ")) {
            return answer.equals("NONE")
                    ? Outcome.error("missing-item", "an item is not there")
                    : Outcome.error("unexpected-answer", answer);
        }
        if (adds) {
            added.add(1);
        }
        long number = Long.parseLong(answer.substring("VALUE ".length()));
        seen.accumulateAndGet(item, number, Math::max);
        return number < least
                ? Outcome.error("outdated", "the number of an item is below one that was read before")
                : Outcome.ok();
    }

    private int item(OperationCall call) {
        return call.draws().between(WHICH_ITEM, 0, 0, seen.length() - 1);
    }

    /**
     * Returns the request of an operation, one line. It depends only on the draws, so that runs with the same seed send
     * the same requests.
     */
    private String request(OperationCall call) {
        String item = keys.item(item(call));
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
