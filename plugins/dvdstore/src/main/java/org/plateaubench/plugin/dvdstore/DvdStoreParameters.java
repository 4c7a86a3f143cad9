// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import java.util.List;
import org.plateaubench.api.Parameter;
import org.plateaubench.plugin.dvdstore.shop.Operation;
import org.plateaubench.plugin.dvdstore.shop.Restock;
import org.plateaubench.plugin.dvdstore.shop.StoreSize;

/** The parameters of the store; the defaults are those of DVD Store 2.1 where it has the parameter. */
public record DvdStoreParameters(
        @Parameter(
                description = "Size of the store: 20,000 customers, 2 million or 200 million.",
                defaultValue = "small")
        StoreSize.Preset size,

        @Parameter(
                description = "Factor of all rows of the size; at most a million products.",
                defaultValue = "1",
                min = 0.001,
                max = 100)
        double factor,

        @Parameter(
                description = "Stores in the database, among which users are divided.",
                defaultValue = "1",
                unit = "stores",
                min = 1,
                max = 1_000)
        int stores,

        @Parameter(description = "Operations of an order, as in DVD Store 2 or in DVD Store 3.", defaultValue = "ds2")
        Mode mode,

        @Parameter(
                description = "How users shop: by statements, or by the pages of a SUT of service dvdstore.",
                defaultValue = "jdbc")
        Access access,

        @Parameter(
                description = "Pages of 'access: web': of Plateau's application, or of an original deployment.",
                defaultValue = "plateau")
        Dialect dialect,

        @Parameter(
                description = "Whether to correct the original, or to draw, time and purchase as it does.",
                defaultValue = "strict")
        Fidelity fidelity,

        @Parameter(
                description = "Share of orders that begin with a new customer instead of a login.",
                defaultValue = "20",
                unit = "%",
                min = 0,
                max = 100)
        int newCustomerPercent,

        @Parameter(
                description = "Mean number of searches per order; each order draws 1 to twice this less 1,"
                        + " all equally likely.",
                defaultValue = "3",
                unit = "searches",
                min = 1,
                max = 100)
        int searches,

        @Parameter(
                description = "Mean number of rows that a search asks for at most; each draws 1 to twice this less 1.",
                defaultValue = "5",
                unit = "rows",
                min = 1,
                max = 500)
        int searchBatchSize,

        @Parameter(
                description = "Mean number of lines of an order; each draws 1 to twice this less 1, at most 10.",
                defaultValue = "5",
                unit = "lines",
                min = 1,
                max = 10)
        int lineItems,

        @Parameter(
                description =
                        "Mean number of searches of reviews per order, and of requests for reviews of a product; like the next four, for 'mode: ds3'.",
                defaultValue = "3",
                unit = "requests",
                min = 1,
                max = 100)
        int reviews,

        @Parameter(
                description = "Reviews among which a search finds the most helpful ones.",
                defaultValue = "500",
                unit = "reviews",
                min = 1,
                max = 1_000_000)
        int searchDepth,

        @Parameter(
                description = "Share of orders whose customer becomes a member.",
                defaultValue = "1",
                unit = "%",
                min = 0,
                max = 100)
        int newMemberPercent,

        @Parameter(
                description = "Share of orders whose customer reviews a product.",
                defaultValue = "5",
                unit = "%",
                min = 0,
                max = 100)
        int newReviewPercent,

        @Parameter(
                description = "Share of orders whose customer votes on the helpfulness of a review.",
                defaultValue = "10",
                unit = "%",
                min = 0,
                max = 100)
        int newVotePercent,

        @Parameter(
                description = "What happens to a product that would have fewer than 3 left: its stock is held,"
                        + " refilled, or just runs out.",
                defaultValue = "hold")
        Restock restock,

        @Parameter(
                description = "Whether a purchase calls a stored procedure, on PostgreSQL or MariaDB.",
                defaultValue = "false")
        boolean procedures,

        @Parameter(
                description = "How often a transaction that lost a deadlock or waited too long for a lock is tried"
                        + " again, within its response time.",
                defaultValue = "5",
                unit = "retries",
                min = 0,
                max = 100)
        int maxRetries,

        @Parameter(
                description =
                        "Name of a schema to use although it holds tables that are not Plateau's, which stay unchanged; with 'fidelity: compat', of one with stores of the original.",
                defaultValue = "")
        String adopt) {

    public enum Access {
        /** Statements over a connection to the database. */
        JDBC,
        /** Pages of an application. */
        WEB
    }

    public enum Dialect {
        PLATEAU,
        /** The PHP pages of the original benchmark. */
        PHP,
        /** The Java Server Pages of the original benchmark. */
        JSP
    }

    /** The fidelity to the original. */
    public enum Fidelity {
        /** Its data, mix and draws, without its inaccuracies. */
        STRICT,
        /** Exactly. */
        COMPAT
    }

    public enum Mode {
        /** Login or new customer, searches, purchase. */
        DS2,
        /** Also reviews, votes on them, and members. */
        DS3
    }

    /** Returns whether shoppers draw, pause and purchase like those of the original benchmark. */
    boolean imitatesOriginal() {
        return fidelity == Fidelity.COMPAT;
    }

    /** Returns whether the scripts of the original have built the stores. */
    boolean adoptsOriginal() {
        return imitatesOriginal() && !adopt.isEmpty();
    }

    /** Returns whether the rows are generated by the data set, and answers show all of them. */
    boolean hasGeneratedRows() {
        return !adoptsOriginal() && dialect == Dialect.PLATEAU;
    }

    /** Returns whether the price query of a purchase is a separate operation. */
    boolean isPriced() {
        return imitatesOriginal() && access == Access.JDBC;
    }

    /** Returns the operations, in the order in which the harness numbers them. */
    List<Operation> operations() {
        return Operation.of(store(), isPriced());
    }

    public StoreSize store() {
        return new StoreSize(size, factor, mode == Mode.DS3);
    }
}
