// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.config.RunFileReader.RunFile;
import org.plateaubench.engine.config.SearchSpec.Quantity;
import org.plateaubench.engine.config.text.Problem;

/** The keys {@code trials} and {@code search}. */
final class TrialsTest {
    private static RunFile read(String keys) throws WrongConfiguration {
        String text = "run: { name: again }\nphases: { steady: 5s }\n" + keys
                + "\nworkloads: { store: { plugin: shop, load: { users: 1 } } }\n";
        return RunFileReader.read("again.yaml", text.getBytes(StandardCharsets.UTF_8), List.of());
    }

    private static List<String> problems(String keys) throws WrongConfiguration {
        return read(keys).problems().stream().map(Problem::toString).toList();
    }

    @Test
    void trialsMayBeGivenAsANumber() throws WrongConfiguration {
        assertThat(read("").spec().trials()).isEqualTo(TrialsSpec.ONE);
        assertThat(read("trials: 5").spec().trials()).isEqualTo(TrialsSpec.of(5));
        assertThat(read("trials: 5").spec().isSequence()).isTrue();
        assertThat(read("trials: 1").spec().isSequence()).isFalse();
    }

    @Test
    void trialsMayHaveACoolDownAndReset() throws WrongConfiguration {
        assertThat(read("trials: { count: 3, coolDown: 30s, between: reset, repeats: 0 }")
                        .spec()
                        .trials())
                .isEqualTo(new TrialsSpec(3, Duration.ofSeconds(30), TrialsSpec.Between.RESET, 0));
    }

    @Test
    void invalidTrialsAreLocated() throws WrongConfiguration {
        assertThat(problems("trials: 0"))
                .containsExactly("again.yaml:3:9: trials: must be a whole number from 1 to 1000, found '0'");
        assertThat(problems("trials: { coolDown: 1s }").getFirst()).contains("count");
        assertThat(problems("trials: { count: 3, cooldown: 1s }").getFirst()).contains("did you mean 'coolDown'");
    }

    @Test
    void searchHasDefaults() throws WrongConfiguration {
        assertThat(read("search: { maximise: rate, from: 100, to: 5000, workload: store }")
                        .spec()
                        .search())
                .isEqualTo(new SearchSpec(Quantity.RATE, "store", 100, 5000, 50, 5, 3));
        assertThat(read("search: { maximise: tiles, from: 1, to: 20 }").spec().search())
                .isEqualTo(new SearchSpec(Quantity.TILES, "", 1, 20, 1, 5, 3));
    }

    @Test
    void invalidSearchesAreLocated() throws WrongConfiguration {
        assertThat(problems("search: { maximise: users, from: 10, to: 5 }").getFirst())
                .contains("again.yaml:3:38: search.to: must be above 'from' ('10'), found '5'");
        assertThat(problems("search: { maximise: users, from: 1.5, to: 5 }").getFirst())
                .contains("needs whole numbers for users");
        assertThat(problems("search: { maximise: users, from: 1, to: 5, confirm: 2 }")
                        .getFirst())
                .contains("must be odd");
        assertThat(problems("search: { maximise: tiles, workload: store, from: 1, to: 5 }")
                        .getFirst())
                .contains("a tile contains every workload");
        assertThat(problems("trials: 3\nsearch: { maximise: users, from: 1, to: 5 }")
                        .getFirst())
                .contains("cannot be used with 'search'");
    }
}
