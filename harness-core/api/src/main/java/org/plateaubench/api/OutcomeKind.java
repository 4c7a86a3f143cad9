// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

/** The kind of outcome of one operation. */
public enum OutcomeKind {
    /** Succeeded. */
    OK,
    /** An expected business refusal, such as a rollback for lack of stock. */
    DECLINED,
    /** Failed; carries a class. */
    ERROR,
    /** Still running when the drain deadline passed, or due and never started. Only the harness reports it. */
    ABANDONED,
    /** An open-loop arrival that found the queue full. Only the harness reports it. */
    DROPPED
}
