// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BrokerFolderTest {
    private static final int AGENTS = 20_000;

    @TempDir
    private Path folder;

    @Test
    void ipv6AddressIsInBrackets() throws Exception {
        BrokerFolder broker = BrokerFolder.prepare(folder.resolve("broker"), "::1", 4222, null);

        assertThat(broker.add("load1", Role.AGENT, null).url()).isEqualTo("tls://[::1]:4222");
        assertThat(BrokerFolder.url("bench.lab", 4222)).isEqualTo("tls://bench.lab:4222");
    }

    /** About 10,500 users with short names take a megabyte, which is the maximum size of a message. */
    @Test
    void brokerSupportsTwentyThousandAgents() throws Exception {
        BrokerFolder broker = BrokerFolder.prepare(folder.resolve("broker"), "localhost", 4222, null);
        Path users = folder.resolve("broker/users.json");
        String many = IntStream.range(0, AGENTS)
                .mapToObj(number -> "{\"name\":\"load-of-the-lab-%05d\",\"role\":\"agent\",\"password\":\"U%055d\"}"
                        .formatted(number, number))
                .collect(Collectors.joining(","));
        Files.writeString(users, Files.readString(users).replace("\"users\":[]", "\"users\":[" + many + "]"));
        assertThat(Files.size(users)).isGreaterThan(2L << 20);

        Credentials added = broker.add("load-of-another-lab", Role.AGENT, null);
        assertThat(broker.configuration())
                .content()
                .contains(added.password(), "load-of-the-lab-00000", "plateau.to.load-of-the-lab-19999.*");
        broker.remove("load-of-the-lab-00000");
        assertThat(broker.configuration())
                .content()
                .contains(added.password(), "plateau.to.load-of-the-lab-19999.*")
                .doesNotContain("load-of-the-lab-00000");
    }
}
