// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.oltp;

import org.plateaubench.api.MeasureDefinition;

/** The counters in addition to the operations. They count what the database has confirmed. */
enum OltpMeasure {
    COMMITTED("committedTransactions", "transactions", "Transactions committed."),
    INSERTED("rowsInserted", "rows", "Rows inserted by committed transactions."),
    DELETED("rowsDeleted", "rows", "Rows deleted by committed transactions."),
    K_ADDED("kAdded", "", "Amount by which committed transactions raised the sum of column k."),
    K_TAKEN("kTaken", "", "Amount by which committed transactions lowered the sum of column k."),
    RETRIES("retries", "retries", "Transactions tried again after a deadlock, a lock timeout or a replaced row."),
    UNCERTAIN("uncertainTransactions", "transactions", "Transactions whose commit was sent and never answered."),
    UNCERTAIN_K("uncertainK", "", "Amount by which uncertain transactions may have changed the sum of column k."),
    BEGUN("transactionsBegun", "transactions", "Transactions begun, whatever their outcome."),
    ENDED("transactionsEnded", "transactions", "Transactions that ended, whatever their outcome.");

    @SuppressWarnings("ImmutableEnumChecker") // The definition cannot be changed.
    private final MeasureDefinition definition;

    OltpMeasure(String title, String unit, String description) {
        definition = MeasureDefinition.counter(title, unit, description);
    }

    String title() {
        return definition.name();
    }

    MeasureDefinition definition() {
        return definition;
    }
}
