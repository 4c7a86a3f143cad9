package ${package};

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.TelemetrySource;
import org.plateaubench.spi.TelemetrySourceType;

/** A time series of the server, sampled about once per second during the load. Results show it on the run's clock. */
final class ServerTelemetry implements TelemetrySourceType {
    @Override
    public String service() {
        return KeyValueServiceType.NAME;
    }

    @Override
    public TelemetrySource open(SutAddress sut) {
        InetSocketAddress server = Connection.place(sut);
        return () -> List.of(new TelemetrySource.Sample("clients", clients(server), "connections", false));
    }

    /**
     * Returns the number of clients without this one. The connection is opened for each request, so that a restarted
     * server is found again.
     */
    private static long clients(InetSocketAddress server) throws IOException {
        try (Connection connection = Connection.to(server)) {
            return Long.parseLong(connection.ask("INFO").split(" ")[2]) - 1;
        }
    }
}
