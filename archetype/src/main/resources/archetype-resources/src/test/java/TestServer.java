package ${package};

import java.io.IOException;
import java.nio.file.Path;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;

/** The embedded server, in a separate process as in a run. */
final class TestServer implements AutoCloseable {
    private final SutService service;
    private final SutAddress address;

    TestServer(Path folder) throws SutException, InterruptedException {
        KeyValueService.Parameters parameters = new KeyValueService.Parameters(0);
        service = new KeyValueService.Type()
                .create(new SutContext<>("server", SutContext.Mode.EMBEDDED, parameters, folder));
        address = service.start(Progress.SILENT);
    }

    SutAddress address() {
        return address;
    }

    /** Returns the number of the server's clients, including this one. */
    long clients() throws IOException {
        return Long.parseLong(request("INFO").split(" ")[2]);
    }

    String request(String request) throws IOException {
        try (Connection connection = new Connection(address)) {
            return connection.request(request);
        }
    }

    /**
     * Stops the process by a signal until the returned object is closed; connected clients get no answers meanwhile.
     */
    AutoCloseable stall() throws IOException, InterruptedException {
        signal("STOP");
        return () -> signal("CONT");
    }

    private void signal(String name) throws IOException, InterruptedException {
        String process = Long.toString(service.status().processIds().getFirst());
        if (new ProcessBuilder("kill", "-" + name, process).start().waitFor() != 0) {
            throw new IOException("kill -" + name + " " + process + " has failed");
        }
    }

    @Override
    public void close() throws SutException {
        service.close();
    }
}
