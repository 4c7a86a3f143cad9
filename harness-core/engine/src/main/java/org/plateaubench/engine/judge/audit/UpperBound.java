// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.figures.Scope;

/** The greatest value that a rule allows for a figure; it creates the results of the audit. */
record UpperBound(Rule rule, Scope scope, double bound, String unit) {
    Audit audit(double value, String within, String beyond) {
        boolean ok = value <= bound;
        return Audit.of(rule, ok, scope, Figures.beside(value, bound), bound, unit, ok ? within : beyond);
    }

    /** The result for a known figure, whose message ends with the bound. */
    Audit advised(double value, String seen, String remedy) {
        String sentence = seen + "; " + allowed();
        return audit(value, sentence, sentence + " " + remedy);
    }

    String allowed() {
        return "at most " + Figures.bound(bound, unit) + " is allowed.";
    }

    String text(double value) {
        return Figures.text(value, bound, unit);
    }

    Audit notTested(String message) {
        return Audit.notTested(rule, scope, bound, unit, message);
    }

    Audit notRecorded() {
        return Audit.notRecorded(rule, scope, bound, unit);
    }
}
