// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.mariadb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext.Mode;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutStatus.State;

/** The "somebody else's database" is an embedded one of another service. */
@Timeout(600)
class MariaExternalTest {
    @TempDir
    Path folder = Path.of("");

    @Test
    void databaseThatAnswersIsUsedAndLeftAloneUntilItGoesAway() throws Exception {
        try (SutService theirs = theirs()) {
            SutAddress there = MariaInTest.start(theirs);
            MariaInTest.execute(there, "CREATE TABLE ITEM (ID INT PRIMARY KEY)");
            try (SutService service = external(there.property("url"), there.property("password"))) {
                assertThat(service.status().state()).isEqualTo(State.STOPPED);

                SutAddress address = MariaInTest.start(service);

                assertThat(MariaInTest.ask(address, "SELECT COUNT(*) FROM ITEM"))
                        .isEqualTo("0");
                assertThat(service.status().state()).isEqualTo(State.RUNNING);
                assertThat(service.status().processIds()).isEmpty();
                assertThat(service.configuration()).containsKeys("version", "innodb_buffer_pool_size");
                assertThat(service.logs()).isEmpty();
                service.stop();
                service.clear();
                assertThat(MariaInTest.ask(there, "SELECT COUNT(*) FROM ITEM")).isEqualTo("0");

                MariaInTest.start(service);
                theirs.stop();
                assertThat(service.status().state()).isEqualTo(State.FAILED);
                assertThat(service.status().detail()).contains("no MariaDB server answers at " + place(there));
            }
        }
    }

    @Test
    void addressInTheWayOfMysqlIsTakenByTheSameDriver() throws Exception {
        try (SutService theirs = theirs()) {
            SutAddress there = MariaInTest.start(theirs);
            String url = there.property("url").replace("jdbc:mariadb:", "jdbc:mysql:");
            for (String given : new String[] {url, url + "&socketTimeout=5000"}) {
                try (SutService service = external(given, there.property("password"))) {
                    SutAddress address = MariaInTest.start(service);
                    assertThat(address.property("url")).startsWith(given).endsWith("permitMysqlScheme");
                    assertThat(MariaInTest.ask(address, "SELECT 1")).isEqualTo("1");
                }
            }
        }
    }

    @Test
    void refusalsAreSentencesThatDoNotHoldThePassword() throws Exception {
        try (SutService theirs = theirs()) {
            SutAddress there = MariaInTest.start(theirs);
            try (SutService service = external(there.property("url"), "guess-4711")) {
                assertThatThrownBy(() -> service.start(Progress.SILENT))
                        .isInstanceOf(SutException.class)
                        .hasMessage("SUT db: MariaDB at " + place(there)
                                + " refused user 'plateau' with the password given; correct user or password.");
            }
            String elsewhere = there.property("url").replace("/plateau", "/elsewhere");
            try (SutService service = external(elsewhere, there.property("password"))) {
                assertThatThrownBy(() -> service.start(Progress.SILENT))
                        .isInstanceOf(SutException.class)
                        .hasMessageContaining("does not let user 'plateau' into this database");
            }
        }
    }

    @Test
    void serverThatIsNotThereIsASentence() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        try (SutService service = external("jdbc:mariadb://127.0.0.1:" + port + "/store", "")) {
            assertThatThrownBy(() -> service.start(Progress.SILENT))
                    .isInstanceOf(SutException.class)
                    .hasMessageStartingWith("SUT db: no MariaDB server answers at jdbc:mariadb://127.0.0.1:" + port)
                    .hasMessageContaining("start it or correct the url");
        }
    }

    @Test
    void serverThatAcceptsAndSaysNothingIsNotAwaitedForEver() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                SutService service = external("jdbc:mariadb://127.0.0.1:" + silent.getLocalPort() + "/store", "")) {
            long startNanos = System.nanoTime();
            assertThatThrownBy(() -> service.start(Progress.SILENT))
                    .isInstanceOf(SutException.class)
                    .hasMessageContaining("did not answer within 5 s");
            assertThat(Duration.ofNanos(System.nanoTime() - startNanos)).isLessThan(Duration.ofSeconds(30));
        }
    }

    @Test
    void serverWithoutTlsIsToldInTheWordsOfTheDriver() throws Exception {
        try (SutService theirs = theirs()) {
            SutAddress there = MariaInTest.start(theirs);
            try (SutService service = external(place(there), there.property("password"))) {
                assertThatThrownBy(() -> service.start(Progress.SILENT))
                        .isInstanceOf(SutException.class)
                        .hasMessageContaining("answered with an error")
                        .hasMessageContaining("sslMode=disable");
            }
        }
    }

    private static String place(SutAddress address) {
        return address.property("url").split("\\?", 2)[0];
    }

    private SutService theirs() throws Exception {
        Path own = Files.createDirectory(folder.resolve("theirs"));
        return MariaInTest.service(own, Mode.EMBEDDED, MariaInTest.embedded(0, ""));
    }

    private SutService external(String url, String password) {
        return MariaInTest.service(folder, Mode.EXTERNAL, MariaInTest.external(url, "plateau", password));
    }
}
