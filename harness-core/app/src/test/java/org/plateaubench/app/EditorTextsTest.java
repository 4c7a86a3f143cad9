// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.editor.Form;
import org.plateaubench.app.editor.RunFileEditor;
import org.plateaubench.engine.config.edit.RunFileEdit.Change;
import org.plateaubench.loader.PluginCatalog;

/** What the editor writes by the keys of the table. */
final class EditorTextsTest {
    private final RunFileEditor editor =
            new RunFileEditor(Installation.of(PluginCatalog.of(new FakePlugin())), name -> null);

    @TempDir
    private Path folder = Path.of("");

    @Test
    void aStarterExplainsItsKeys() {
        assertThat(editor.starter("fake", null, List.of())).contains("""
                # Puts things into memory.
                # A light load for a first run; every key has a default or a description.
                run:
                  name: fake                      # name in lists and of the run directory
                  seed: 42                        # the same file and seed send the same requests

                phases:
                  rampUp: 10s                     # users start one by one
                  steady: 30s                     # the measured window; below 5m the run is of class dev
                  rampDown: 5s                    # the load continues, so that operations of the window end under load

                workloads:
                  fake:
                    plugin: fake
                    load:
                      users: 8                    # closed load: each user does one thing after another
                    qos:
                      "*": ["errors < 1%"]        # of every operation
                """);
    }

    @Test
    void tilesAreANumberUntilTheyAreStaggered() {
        List<Form.Field> number = fields("tiles: 3", "tiles");
        assertThat(number).extracting(Form.Field::path).containsExactly("tiles", "tiles.start", "periods");
        assertThat(number.get(1).choices())
                .extracting(Form.Choice::changes)
                .containsExactly(
                        List.of(new Change("tiles", "3")),
                        List.of(new Change("tiles", Map.of("count", "3", "start", "staggered", "every", "5s"))));
        assertThat(fields("tiles: { count: 2, start: staggered, every: 9s }", "tiles"))
                .extracting(Form.Field::path)
                .containsExactly("tiles.count", "tiles.start", "tiles.every", "periods");
    }

    @Test
    void anAddedSutHasItsServiceAndMode() {
        Form form = form("run: { name: trial }");
        assertThat(form.additions().getFirst().changes())
                .containsExactly(new Change("suts.fakestore", Map.of("service", "fakestore", "mode", "embedded")));
        assertThat(form.additions().getLast().changes())
                .containsExactly(new Change("workloads.fake", Map.of("plugin", "fake", "load", Map.of("users", 8))));
    }

    private List<Form.Field> fields(String text, String section) {
        return form(text).sections().stream()
                .filter(each -> each.id().equals(section))
                .findFirst()
                .orElseThrow()
                .fields();
    }

    private Form form(String text) {
        RunOrigin origin = new RunOrigin(folder, null, Optional.empty());
        return Objects.requireNonNull(editor.check(text, origin).form());
    }
}
