package ${package};

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.testkit.WorkloadContract;

/** Tests that the workload fulfils the contract of every workload, with the real server. */
class KeyValueContractTest extends WorkloadContract<KeyValuePlugin.Parameters> {
    private static final KeyValuePlugin.Parameters PARAMETERS = new KeyValuePlugin.Parameters(100);

    private static TestServer server;
    private static WorkloadContext<KeyValuePlugin.Parameters> context;

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        server = new TestServer(folder);
        context = new WorkloadContext<>(1, "items", PARAMETERS, server.address(), 1, 42);
        new Items(context).prepare(DataPolicy.RELOAD, Progress.SILENT);
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    @Override
    protected Workload<KeyValuePlugin.Parameters> workload() {
        return new KeyValuePlugin();
    }

    @Override
    protected KeyValuePlugin.Parameters parameters() {
        return PARAMETERS;
    }

    @Override
    protected SutAddress sut() {
        return server.address();
    }

    /** Sets the items to 1 and 0 repeatedly, so that the server appears to answer from an outdated copy at times. */
    @Override
    protected List<WrongAnswers> wrongAnswers() {
        Callable<AutoCloseable> injectFault = () -> {
            AtomicBoolean active = new AtomicBoolean(true);
            Thread thread = Thread.ofVirtual().start(() -> {
                for (int number = 1; active.get(); number = 1 - number) {
                    for (int i = 0; i < PARAMETERS.items(); i++) {
                        put(Items.keyPrefix(context) + i, number);
                    }
                }
            });
            return () -> {
                active.set(false);
                thread.join();
            };
        };
        return List.of(
                new WrongAnswers(KeyValueDriver.READ, Fault.OUTDATED, injectFault),
                new WrongAnswers(KeyValueDriver.ADD, Fault.OUTDATED, injectFault));
    }

    private static void put(String item, int number) {
        try {
            server.request("PUT " + item + " " + number);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    protected long openResources() throws Exception {
        return server.clients();
    }

    @Override
    protected AutoCloseable stallSut() throws Exception {
        return server.stall();
    }
}
