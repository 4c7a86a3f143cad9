// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.h2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.databases.h2.H2Parameters.Storage;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutStatus.State;

/** The "somebody else's database" is an embedded one of another service. */
@Timeout(120)
class H2ExternalTest {
    @TempDir
    Path folder = Path.of("");

    private SutService theirs;
    private SutAddress there;

    @BeforeEach
    void startTheirs() throws Exception {
        Path own = Files.createDirectory(folder.resolve("theirs"));
        theirs = H2InTest.service(own, H2InTest.embedded(Storage.MEMORY, 0));
        there = theirs.start(Progress.SILENT);
    }

    @AfterEach
    void stopTheirs() throws Exception {
        theirs.close();
    }

    @Test
    void databaseThatAnswersIsUsedAndLeftAlone() throws Exception {
        H2InTest.execute(there, "CREATE TABLE ITEM (ID INT PRIMARY KEY)");
        try (SutService service = external(there.property("url"), there.property("password"))) {
            assertThat(service.status().state()).isEqualTo(State.STOPPED);

            SutAddress address = service.start(Progress.SILENT);

            assertThat(H2InTest.ask(address, "SELECT COUNT(*) FROM ITEM")).isEqualTo("0");
            assertThat(service.status().state()).isEqualTo(State.RUNNING);
            assertThat(service.status().processIds()).isEmpty();
            assertThat(service.configuration()).containsKey("info.VERSION");
            assertThat(service.logs()).isEmpty();
            service.stop();
            service.clear();
        }
        assertThat(H2InTest.ask(there, "SELECT COUNT(*) FROM ITEM")).isEqualTo("0");
    }

    @Test
    void databaseThatGoesAwayShowsAsFailed() throws Exception {
        try (SutService service = external(there.property("url"), there.property("password"))) {
            service.start(Progress.SILENT);
            theirs.stop();
            assertThat(service.status().state()).isEqualTo(State.FAILED);
            assertThat(service.status().detail()).contains("no H2 server answers at " + there.property("url"));
        }
    }

    @Test
    void wrongPasswordIsASentenceThatDoesNotHoldIt() throws Exception {
        try (SutService service = external(there.property("url"), "guess-4711")) {
            assertThatThrownBy(() -> service.start(Progress.SILENT))
                    .isInstanceOf(SutException.class)
                    .hasMessage("SUT db: H2 at " + there.property("url")
                            + " refused user 'plateau' with the password given; correct user or password.");
        }
    }

    @Test
    void serverThatIsNotThereIsASentence() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        try (SutService service = external("jdbc:h2:tcp://127.0.0.1:" + port + "/store", "")) {
            assertThatThrownBy(() -> service.start(Progress.SILENT))
                    .isInstanceOf(SutException.class)
                    .hasMessageStartingWith("SUT db: no H2 server answers at jdbc:h2:tcp://127.0.0.1:" + port)
                    .hasMessageContaining("start it or correct the url");
        }
    }

    @Test
    void serverThatAcceptsAndSaysNothingIsNotAwaitedForEver() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                SutService service =
                        external("jdbc:h2:tcp://127.0.0.1:" + silent.getLocalPort() + "/store;MODE=REGULAR", "")) {
            long startNanos = System.nanoTime();
            assertThatThrownBy(() -> service.start(Progress.SILENT))
                    .isInstanceOf(SutException.class)
                    .hasMessage("SUT db: H2 at jdbc:h2:tcp://127.0.0.1:" + silent.getLocalPort()
                            + "/store did not answer within 5 s; check that an H2 server runs there"
                            + " and is not overloaded.");
            assertThat(Duration.ofNanos(System.nanoTime() - startNanos)).isLessThan(Duration.ofSeconds(30));
        }
    }

    private SutService external(String url, String password) {
        return H2InTest.external(folder, url, "plateau", password);
    }
}
