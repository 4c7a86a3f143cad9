// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import org.plateaubench.engine.judge.Judgement;
import org.plateaubench.engine.judge.ResultTree;
import org.plateaubench.engine.store.Json;

/** The text of {@code result.json}. */
public final class JsonReport {
    private JsonReport() {}

    /** The text; the same judgement gives the same text. */
    public static String of(Judgement judgement) {
        return Json.toText(ResultTree.of(judgement));
    }
}
