// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.util.ArrayList;
import java.util.List;
import org.plateaubench.plugin.dvdstore.shop.StoreSize;

/** The indexes and references of the store, in SQL that every database accepts; facts from the schema of DVD Store. */
final class Schema {
    private Schema() {}

    private static final List<String> REVIEW_INDEXES = List.of(
            "CREATE INDEX ix_prod_membership ON products (membership_item)",
            "CREATE INDEX ix_reorder_product ON reorder (prod_id)",
            "CREATE INDEX ix_review_product ON reviews (prod_id, stars)",
            "CREATE INDEX ix_review_stars ON reviews (stars)",
            "CREATE INDEX ix_review_customer ON reviews (customerid)",
            "CREATE INDEX ix_helpfulness_review ON reviews_helpfulness (review_id)",
            "CREATE INDEX ix_helpfulness_customer ON reviews_helpfulness (customerid)",
            "ALTER TABLE membership ADD CONSTRAINT fk_member_customer FOREIGN KEY (customerid)"
                    + " REFERENCES customers (customerid) ON DELETE CASCADE",
            "ALTER TABLE reviews ADD CONSTRAINT fk_review_product FOREIGN KEY (prod_id)"
                    + " REFERENCES products (prod_id) ON DELETE CASCADE",
            "ALTER TABLE reviews ADD CONSTRAINT fk_review_customer FOREIGN KEY (customerid)"
                    + " REFERENCES customers (customerid) ON DELETE CASCADE",
            "ALTER TABLE reviews_helpfulness ADD CONSTRAINT fk_helpfulness_review FOREIGN KEY (review_id)"
                    + " REFERENCES reviews (review_id) ON DELETE CASCADE");

    static List<String> createIndexes(Dialect dialect, StoreSize size) {
        List<String> statements = new ArrayList<>(List.of(
                "CREATE UNIQUE INDEX ix_cust_username ON customers (username)",
                "CREATE INDEX ix_hist_customer ON cust_hist (customerid)",
                "CREATE INDEX ix_order_customer ON orders (customerid)",
                "CREATE UNIQUE INDEX ix_orderlines ON orderlines (orderid, orderlineid)",
                "CREATE INDEX ix_prod_category ON products (category, special)",
                "ALTER TABLE cust_hist ADD CONSTRAINT fk_hist_customer FOREIGN KEY (customerid)"
                        + " REFERENCES customers (customerid) ON DELETE CASCADE",
                "ALTER TABLE orders ADD CONSTRAINT fk_order_customer FOREIGN KEY (customerid)"
                        + " REFERENCES customers (customerid) ON DELETE SET NULL",
                "ALTER TABLE orderlines ADD CONSTRAINT fk_line_order FOREIGN KEY (orderid)"
                        + " REFERENCES orders (orderid) ON DELETE CASCADE"));
        if (size.reviewed()) {
            statements.addAll(REVIEW_INDEXES);
        }
        statements.addAll(dialect.createTextIndex());
        return statements;
    }
}
