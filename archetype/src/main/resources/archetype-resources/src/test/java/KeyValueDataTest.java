package ${package};

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.Workload;
import org.plateaubench.testkit.DataSetContract;
import org.plateaubench.testkit.ForeignData;

/** Tests that the data set fulfils the contract of every data set, with the real server. */
class KeyValueDataTest extends DataSetContract<KeyValuePlugin.Parameters> {
    private TestServer server;

    @BeforeEach
    void start(@TempDir Path folder) throws Exception {
        server = new TestServer(folder);
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
    }

    @Override
    protected Workload<KeyValuePlugin.Parameters> workload() {
        return new KeyValuePlugin();
    }

    @Override
    protected KeyValuePlugin.Parameters parameters() {
        return new KeyValuePlugin.Parameters(100);
    }

    @Override
    protected SutAddress sut() {
        return server.address();
    }

    @Override
    protected Optional<ForeignData> foreignData() {
        return Optional.of(new ForeignData() {
            @Override
            public void store(SutAddress sut) throws IOException {
                server.request("PUT foreign 1");
            }

            @Override
            public String read(SutAddress sut) throws IOException {
                return server.request("GET foreign");
            }
        });
    }
}
