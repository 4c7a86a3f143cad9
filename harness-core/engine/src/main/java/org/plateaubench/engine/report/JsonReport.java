// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.judge.document.ResultDocument;
import org.plateaubench.engine.judge.result.Judgement;

/** Writes the text of {@code result.json}. Pure functions. */
public final class JsonReport {
    private JsonReport() {}

    public static String of(Judgement judgement) {
        return Documents.text(ResultDocument.of(judgement));
    }
}
