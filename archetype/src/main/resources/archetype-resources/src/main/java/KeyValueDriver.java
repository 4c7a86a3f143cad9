package ${package};

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLongArray;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.SutAddress;
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

    private final SutAddress server;
    private final String items;
    /** The largest value of each item that any user of this agent has read; values only grow. */
    private final AtomicLongArray seen;
    private final UserContext.Counter added;
    /** Volatile, since another thread aborts. */
    private volatile Connection connection;

    /** The keys of items begin with the given text, before the number of the item. */
    KeyValueDriver(SutAddress server, String items, AtomicLongArray seen, UserContext.Counter added) {
        this.server = server;
        this.items = items;
        this.seen = seen;
        this.added = added;
    }

    @Override
    public void connect() throws IOException {
        close();
        connection = new Connection(server);
    }

    /**
     * Returns the outcome of an operation. A wrong answer is an error, however fast it is. The request depends only on
     * the draws, so that runs with the same seed send the same requests.
     */
    @Override
    public Outcome execute(OperationCall call) throws IOException {
        boolean adds = call.operation() != READ_INDEX;
        int item = call.draws().between(WHICH_ITEM, 0, 0, seen.length() - 1);
        long least = seen.get(item) + (adds ? 1 : 0);
        String answer = connection.request(adds ? "ADD " + items + item + " 1" : "GET " + items + item);
        if (!answer.startsWith("VALUE ")) {
            return Outcome.error(answer.equals("NONE") ? "missing-item" : "unexpected-answer", answer);
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

    @Override
    public void abort() {
        try {
            close();
        } catch (IOException e) {
            // The connection is closed in any case.
        }
    }

    @Override
    public void close() throws IOException {
        if (connection != null) {
            connection.close();
        }
    }
}
