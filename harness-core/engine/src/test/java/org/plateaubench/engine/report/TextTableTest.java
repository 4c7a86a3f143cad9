// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A name is cut only where nothing else gives way, and shows that it was. */
final class TextTableTest {
    private static TextTable table(int widest) {
        TextTable table = new TextTable(widest, "", "ok", "err");
        table.add(List.of("purchase", "1 237", "0"));
        return table;
    }

    @Test
    void columnsMoveTogetherBeforeANameIsCut() {
        assertThat(table(20).lines()).containsExactly("             ok  err", "purchase  1 237    0");
        assertThat(table(18).lines()).containsExactly("            ok err", "purchase 1 237   0");
    }

    @Test
    void aNameThatIsCutEndsWithAnEllipsis() {
        assertThat(table(16).lines()).containsExactly("          ok err", "purch\u2026 1 237   0");
    }
}
