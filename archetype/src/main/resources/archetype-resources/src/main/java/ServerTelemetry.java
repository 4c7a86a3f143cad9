package ${package};

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.TelemetrySource;
import org.plateaubench.spi.TelemetrySourceType;

/** What the server says of itself about once a second, beside the load: results show it on the clock of the run. */
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
     * The number of clients without the one that asks, which is open for this question only, so that a restarted server
     * is seen again.
     */
    private static long clients(InetSocketAddress server) throws IOException {
        try (Connection connection = Connection.to(server)) {
            return Long.parseLong(connection.ask("INFO").split(" ")[2]) - 1;
        }
    }
}
