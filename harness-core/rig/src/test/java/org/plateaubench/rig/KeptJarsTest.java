// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KeptJarsTest {
    private static final String ONE = "1".repeat(64);
    private static final String TWO = "2".repeat(64);

    @TempDir
    private Path folder;

    private static Offer offer(String plugin, String jar, String digest, long bytes) {
        return new Offer(
                "run", "desk", 1, 1, List.of(new Offer.Plugin(plugin, List.of(new Offer.Jar(jar, digest, bytes)))));
    }

    @Test
    void aJarThatTheAdministratorHasNotAllowedIsRefusedByName() throws Exception {
        KeptJars kept = new KeptJars(folder, Set.of(ONE));
        kept.check("load1", offer("shop", "shop.jar", ONE, 1));
        assertThatThrownBy(() -> kept.check("load1", offer("shop", "shop.jar", TWO, 1)))
                .hasMessage(
                        "Agent load1 may not run shop.jar of plugin shop: its administrator has not allowed the digest "
                                + TWO + " (--allow).");
    }

    @Test
    void anAgentThatOnlyObservesTakesNoPlugin() throws Exception {
        KeptJars none = KeptJars.none(folder);
        none.check("db1", new Offer("run", "desk", 1, 1, List.of()));
        assertThatThrownBy(() -> none.check("db1", offer("shop", "shop.jar", ONE, 1)))
                .hasMessage(
                        "Agent db1 drives no load and runs no plugin, since it was started with --telemetry: name it in"
                                + " rig.telemetry, or start it without that option.");
    }

    @Test
    void namesThatLeaveTheFolderAreRefused() throws Exception {
        KeptJars kept = new KeptJars(folder, null);
        for (String name : List.of("../shop.jar", "a/b.jar", "/etc/x.jar", ".jar", "shop.txt")) {
            assertThatThrownBy(() -> kept.check("load1", offer("shop", name, ONE, 1)))
                    .as(name)
                    .hasMessageContaining("that is none");
        }
        assertThatThrownBy(() -> kept.check("load1", offer("../shop", "shop.jar", ONE, 1)))
                .hasMessageContaining("without a valid name");
        assertThatThrownBy(() -> kept.check("load1", offer("shop", "shop.jar", "../" + ONE, 1)))
                .hasMessageContaining("that is none");
        assertThatThrownBy(() -> kept.check("load1", offer("shop", "shop.jar", ONE, 1L << 40)))
                .hasMessageContaining("that is none");
    }

    @Test
    void aJarWithAnotherContentIsNotKept() throws Exception {
        KeptJars kept = new KeptJars(folder, null);
        try (KeptJars.Arriving arriving = kept.arriving(new Offer.Jar("shop.jar", ONE, 3))) {
            arriving.add(new byte[32 + 3]);
            assertThat(arriving.isWhole()).isTrue();
            assertThatThrownBy(arriving::keep).hasMessage("The controller sent another shop.jar than it offered.");
        }
        assertThat(folder).isEmptyDirectory();
    }
}
