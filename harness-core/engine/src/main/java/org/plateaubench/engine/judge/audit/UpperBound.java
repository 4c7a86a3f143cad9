// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import org.plateaubench.engine.judge.figures.Figures;
import org.plateaubench.engine.judge.figures.Scope;

/**
 * The greatest value that a rule allows of a figure, from which every result of the audit is made.
 *
 * @param rule the checked rule
 * @param scope the checked object
 * @param bound the greatest allowed value
 * @param unit unit of value and bound, empty for none
 */
record UpperBound(Rule rule, Scope scope, double bound, String unit) {
    /** An audit of a known figure, and the sentences for a figure within the bound and for one beyond it. */
    Audit audit(double value, String within, String beyond) {
        boolean ok = value <= bound;
        return Audit.of(rule, ok, scope, Figures.beside(value, bound), bound, unit, ok ? within : beyond);
    }

    /**
     * An audit of a known figure, which ends what was seen with the bound.
     *
     * @param seen the figure in a sentence without its end
     * @param remedy what to do about a figure beyond the bound, in sentences
     */
    Audit advised(double value, String seen, String remedy) {
        String sentence = seen + "; " + allowed();
        return audit(value, sentence, sentence + " " + remedy);
    }

    /** The end of a sentence that names the bound. */
    String allowed() {
        return "at most " + Figures.bound(bound, unit) + " is allowed.";
    }

    /** A figure beside the bound, with its unit. */
    String said(double value) {
        return Figures.said(value, bound, unit);
    }

    /** An audit with too little data. */
    Audit notTested(String message) {
        return Audit.notTested(rule, scope, bound, unit, message);
    }

    /** An audit of data that earlier versions did not store. */
    Audit notStored() {
        return Audit.notStored(rule, scope, bound, unit);
    }
}
