// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class NamePatternTest {
    @Test
    void starMatchesAnyCharactersAndOthersMatchLiterally() {
        NamePattern names = new NamePattern(List.of("package-*", "dram", "a.b*c"));

        assertThat(List.of("package-", "package-0", "dram", "a.bc", "a.b.c")).allMatch(names::matches);
        assertThat(List.of("", "package", "dram0", "xdram", "axbc", "a.b")).noneMatch(names::matches);
        assertThat(new NamePattern(List.of()).matches("")).isFalse();
    }
}
