// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AllowedJarsTest {
    private static final String ONE = "1".repeat(64);
    private static final String TWO = "2".repeat(64);

    @TempDir
    private Path folder;

    private Path file(String text) throws Exception {
        return Files.writeString(folder.resolve("allowed"), text);
    }

    @Test
    void digestsAreReadAsSha256sumPrintsThem() throws Exception {
        assertThat(AllowedJars.read(file("# of release 3\n" + ONE + "  shop.jar\n\n" + TWO + "\n")))
                .containsExactlyInAnyOrder(ONE, TWO);
    }

    @Test
    void lineWithoutDigestIsReported() throws Exception {
        for (String line : new String[] {"shop.jar", "faban/faban driverJar /opt/web.jar"}) {
            Path file = file(ONE + "\n" + line + "\n");
            assertThatThrownBy(() -> AllowedJars.read(file)).hasMessageStartingWith(file + ":2: '");
        }
    }

    @Test
    void whatIsNoFileIsNamedWithWhatMakesOne() throws Exception {
        assertThatThrownBy(() -> AllowedJars.read(folder))
                .hasMessage("The file of --allow " + folder
                        + " is a folder: sha256sum of the jars that may run makes one, and --allow any needs none.");
        Path none = folder.resolve("none");
        assertThatThrownBy(() -> Credentials.read(none))
                .hasMessage("The credentials file " + none
                        + " is not there: ./plateau broker add-agent and add-controller make such files on the host of the"
                        + " broker.");
        // A jar in place of the list of jars.
        Path binary = Files.write(folder.resolve("shop.jar"), new byte[] {(byte) 0xff, 27, 'x'});
        assertThatThrownBy(() -> AllowedJars.read(binary))
                .hasMessageStartingWith(binary + ":1: '")
                .hasMessageNotContaining("\u001b");
    }
}
