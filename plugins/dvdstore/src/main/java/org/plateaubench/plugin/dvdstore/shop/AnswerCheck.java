// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.shop;

import java.util.List;
import org.plateaubench.plugin.dvdstore.shop.StoreAccess.LoginResult;
import org.plateaubench.plugin.dvdstore.shop.StoreAccess.ShownReview;
import org.plateaubench.plugin.dvdstore.shop.StoreRows.Product;

/** Checks answers to requests against the expected ones. Immutable. */
public interface AnswerCheck {
    boolean isCorrect(Request.BrowseCategory browse, List<Product> found);

    boolean isCorrect(Request.BrowseText browse, List<Product> found);

    boolean isCorrect(Request.BrowseReviews browse, List<ShownReview> found);

    boolean isCorrect(Request.GetReviews get, List<ShownReview> found);

    /** Returns whether the titles of a login belong to the store. */
    boolean hasTitles(LoginResult login);

    /** Returns whether a customer was loaded as a member. */
    boolean isMember(long customer);

    /** Returns whether this is the price of a cart without tax. */
    boolean isPrice(List<StoreRows.Line> cart, long netCents);

    /** The check of a store whose rows are unknown to Plateau: answers only have to match the request. */
    AnswerCheck UNKNOWN_ROWS = new AnswerCheck() {
        @Override
        public boolean isCorrect(Request.BrowseCategory browse, List<Product> found) {
            return found.size() <= browse.maxRows()
                    && found.stream().allMatch(product -> product.special() && product.category() == browse.category());
        }

        @Override
        public boolean isCorrect(Request.BrowseText browse, List<Product> found) {
            return found.size() <= browse.maxRows()
                    && found.stream().allMatch(product -> {
                        String text = browse.field() == Request.TextField.ACTOR ? product.actor() : product.title();
                        return browse.words().stream().anyMatch(text::contains);
                    });
        }

        @Override
        public boolean isCorrect(Request.BrowseReviews browse, List<ShownReview> found) {
            return found.size() <= browse.maxRows();
        }

        @Override
        public boolean isCorrect(Request.GetReviews get, List<ShownReview> found) {
            return found.size() <= get.maxRows()
                    && found.stream().allMatch(shown -> shown.review().product() == get.product());
        }

        @Override
        public boolean hasTitles(LoginResult login) {
            return true;
        }

        @Override
        public boolean isMember(long customer) {
            return false;
        }

        @Override
        public boolean isPrice(List<StoreRows.Line> cart, long netCents) {
            return true;
        }
    };
}
