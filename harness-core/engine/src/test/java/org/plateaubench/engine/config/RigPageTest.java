// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.TestRuns;
import org.plateaubench.engine.config.RunFileReader.RunFile;
import org.plateaubench.engine.config.key.RigSpec;

/** The files that docs/rigs.md shows are read as its sentences explain them; {@code RigGuideIT} carries out its commands. */
final class RigPageTest {
    private static final Path PAGE = Path.of("../../docs/rigs.md");
    private static final Pattern FILE = Pattern.compile("```yaml\\n(.*?)```", Pattern.DOTALL);

    @TempDir
    private Path folder = Path.of("");

    /** The four files of the page, in its order. */
    private static List<String> files() throws IOException {
        List<String> files = FILE.matcher(Files.readString(PAGE))
                .results()
                .map(found -> found.group(1))
                .toList();
        assertThat(files).hasSize(4);
        return files;
    }

    private static RigSpec rig(RunFile file) {
        return Objects.requireNonNull(file.spec().rig());
    }

    /** A run file with a second workload and the rig. */
    private static RunFile with(String rig) throws WrongConfiguration {
        return TestRuns.read(TestRuns.GOOD.replace("suts:", rig + "suts:")
                + "  other: { plugin: shop, sut: db, load: { users: 64 }, parameters: { size: small } }\n");
    }

    @Test
    void documentedRigSelectsAgentsByNameAndLabel() throws IOException, WrongConfiguration {
        RunFile file = with(files().get(1));
        RigSpec rig = rig(file);
        assertThat(rig.agents().getFirst().drives()).containsExactly("store");
        assertThat(rig.agents().getLast().label()).isEqualTo(Map.of("site", "a"));
        assertThat(TestRuns.plan(file).agents()).containsExactly("load1", "by-label-1", "by-label-2");
    }

    @Test
    void documentedRigFileStartsAgentsOverSsh() throws IOException, WrongConfiguration {
        Path lab = Files.writeString(folder.resolve("lab.yaml"), files().get(3));
        Path run =
                Files.writeString(folder.resolve("run.yaml"), TestRuns.GOOD.replace("suts:", "rig: lab.yaml\nsuts:"));
        RigSpec rig = RigFile.read(lab);
        assertThat(rig.agents())
                .extracting(RigSpec.Chosen::ssh)
                .containsExactly(
                        new RigSpec.Ssh(
                                "bench@load1.lab", null, "/opt/plateau", "/etc/load1.credentials", "/etc/load1.allow"),
                        new RigSpec.Ssh("bench@db1.lab", null, "/opt/plateau", "/etc/db1.credentials", null));
        assertThat(rig(RunFileReader.read(run, List.of())).agents()).isEqualTo(rig.agents());
    }
}
