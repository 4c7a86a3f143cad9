// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JarCacheTest {
    private static final String ONE = "1".repeat(64);
    private static final String TWO = "2".repeat(64);

    @TempDir
    private Path folder;

    private static Offer offer(String plugin, String jar, String digest, long bytes) {
        return new Offer(
                "run", "desk", 1, 1, 1, List.of(new Offer.Plugin(plugin, List.of(new Offer.Jar(jar, digest, bytes)))));
    }

    @Test
    void jarWithoutPermissionIsRefused() throws Exception {
        JarCache cache = new JarCache(folder, Set.of(ONE));
        cache.check("load1", offer("shop", "shop.jar", ONE, 1));
        assertThatThrownBy(() -> cache.check("load1", offer("shop", "shop.jar", TWO, 1)))
                .hasMessage(
                        "Agent load1 may not run shop.jar of plugin shop: its administrator has not allowed the digest "
                                + TWO + " (--allow).");
    }

    @Test
    void jarNamesOutsideTheFolderAreRefused() throws Exception {
        JarCache cache = new JarCache(folder, null);
        for (String name : List.of("../shop.jar", "a/b.jar", "/etc/x.jar", ".jar", "shop.txt")) {
            assertThatThrownBy(() -> cache.check("load1", offer("shop", name, ONE, 1)))
                    .as(name)
                    .hasMessageContaining("whose name, digest or size is not valid");
        }
        assertThatThrownBy(() -> cache.check("load1", offer("../shop", "shop.jar", ONE, 1)))
                .hasMessageContaining("without a valid name");
        assertThatThrownBy(() -> cache.check("load1", offer("shop", "shop.jar", "../" + ONE, 1)))
                .hasMessageContaining("whose name, digest or size is not valid");
        assertThatThrownBy(() -> cache.check("load1", offer("shop", "shop.jar", ONE, 1L << 40)))
                .hasMessageContaining("whose name, digest or size is not valid");
    }

    @Test
    void jarWithOtherContentIsNotKept() throws Exception {
        JarCache cache = new JarCache(folder, null);
        Offer.Jar jar = new Offer.Jar("shop.jar", ONE, 3);
        Path part = Files.write(cache.begin(jar), new byte[3]);
        assertThatThrownBy(() -> cache.keep(part, jar))
                .hasMessage("The controller sent another shop.jar than it offered.");
        assertThat(folder).isEmptyDirectory();
    }

    private Path file(String text) throws Exception {
        return Files.writeString(folder.resolve("allowed"), text);
    }

    @Test
    void sha256sumOutputIsRead() throws Exception {
        assertThat(JarCache.allowedIn(file("# of release 3\n" + ONE + "  shop.jar\n\n" + TWO + "\n")))
                .containsExactlyInAnyOrder(ONE, TWO);
    }

    @Test
    void lineWithoutDigestIsReported() throws Exception {
        for (String line : new String[] {"shop.jar", "faban/faban driverJar /opt/web.jar"}) {
            Path file = file(ONE + "\n" + line + "\n");
            assertThatThrownBy(() -> JarCache.allowedIn(file)).hasMessageStartingWith(file + ":2: '");
        }
    }

    @Test
    void invalidFileIsReportedWithRemedy() throws Exception {
        assertThatThrownBy(() -> JarCache.allowedIn(folder))
                .hasMessage("The file of --allow " + folder
                        + " is a folder: sha256sum of the jars that may run makes one, and --allow any needs none.");
        Path none = folder.resolve("none");
        assertThatThrownBy(() -> Credentials.read(none))
                .hasMessage("The credentials file " + none
                        + " is not there: ./plateau broker add-agent and add-controller make such files on the host of the"
                        + " broker.");
        // A jar in place of the list of jars.
        Path binary = Files.write(folder.resolve("shop.jar"), new byte[] {(byte) 0xff, 27, 'x'});
        assertThatThrownBy(() -> JarCache.allowedIn(binary))
                .hasMessageStartingWith(binary + ":1: '")
                .hasMessageNotContaining("\u001b");
    }
}
