// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.plateaubench.plugin.dvdstore.shop.Request.TextField;
import org.plateaubench.plugin.dvdstore.shop.StoreRows.Product;

class StoreRowsTest {
    private static final StoreSize SIZE = StoreSize.SMALL;

    private final StoreRows rows = new StoreRows(SIZE, 1);

    @Test
    void rowsDependOnlyOnSeedAndNumber() {
        StoreRows same = new StoreRows(SIZE, 1);
        StoreRows other = new StoreRows(SIZE, 2);
        int different = 0;
        for (int id = 200; id >= 1; id--) {
            assertThat(same.customer(id)).isEqualTo(rows.customer(id));
            assertThat(same.order(id)).isEqualTo(rows.order(id));
            assertThat(same.product(id)).isEqualTo(rows.product(id));
            assertThat(same.stock(id)).isEqualTo(rows.stock(id));
            different += other.customer(id).equals(rows.customer(id))
                            || other.order(id).equals(rows.order(id))
                    ? 0
                    : 1;
        }
        assertThat(different).isEqualTo(200);
    }

    @Test
    void eachStockValueOccursOncePer501Products() {
        for (int first = 1; first + 500 < StoreSize.HOT_EVERY; first += 501) {
            Set<Integer> values = new HashSet<>();
            for (int id = first; id <= first + 500; id++) {
                values.add(rows.stock(id));
            }
            assertThat(values).hasSize(501).allMatch(value -> value >= 0 && value <= 500);
        }
    }

    @Test
    void hotProductHasTenTimesTheStock() {
        for (long seed = 0; seed < 50; seed++) {
            assertThat(new StoreRows(SIZE, seed).stock(10_000))
                    .isBetween(0, 5_000)
                    .satisfies(stock -> assertThat(stock % 10).isZero());
        }
    }

    @Test
    void titlesAreUniqueWithTenFirstWords() {
        Set<String> titles = new HashSet<>();
        Set<String> firstWords = new HashSet<>();
        for (int id = 1; id <= SIZE.products(); id++) {
            String title = rows.product(id).title();
            titles.add(title);
            firstWords.add(title.substring(0, title.indexOf(' ')));
        }
        assertThat(titles).hasSize(SIZE.products());
        assertThat(firstWords).hasSize(10);
    }

    @Test
    void firstHalfOfCustomersIsFromUnitedStates() {
        CustomerData american = rows.customer(SIZE.customers() / 2);
        assertThat(american.region()).isEqualTo(1);
        assertThat(american.state()).hasSize(2);
        assertThat(american.zip()).isBetween(10_000, 99_999);
        CustomerData abroad = rows.customer(SIZE.customers() / 2 + 1);
        assertThat(abroad.region()).isEqualTo(2);
        assertThat(abroad.state()).isEmpty();
        assertThat(abroad.zip()).isZero();
        assertThat(abroad.country()).isNotEqualTo("US");
    }

    @Test
    void customerFieldsStayInRange() {
        for (int id = 1; id <= 2_000; id++) {
            CustomerData customer = rows.customer(id);
            assertThat(customer.phone()).matches("[1-9]\\d{9}");
            assertThat(customer.creditCard()).matches("\\d{16}");
            assertThat(customer.creditCardExpiration()).matches("20(2[7-9]|3[01])/(0[1-9]|1[0-2])");
            assertThat(customer.firstName()).matches("[A-Z]{6}");
            assertThat(customer.age()).isBetween(18, 90);
            assertThat(customer.income() % 20_000).isZero();
        }
    }

    @Test
    void ordersAreDatedByMonth() {
        assertThat(rows.order(1).date()).hasMonthValue(1);
        assertThat(rows.order(1_000).date()).hasMonthValue(1);
        assertThat(rows.order(1_001).date()).hasMonthValue(2);
        assertThat(rows.order(12_000).date()).hasMonthValue(12);
    }

    @Test
    void ordersHaveOneToNineLinesOfOneToThreeUnits() {
        long lines = 0;
        long units = 0;
        for (int id = 1; id <= SIZE.orders(); id++) {
            StoreRows.Order order = rows.order(id);
            assertThat(order.lines()).hasSizeBetween(1, 9);
            lines += order.lines().size();
            for (StoreRows.Line line : order.lines()) {
                assertThat(line.quantity()).isBetween(1, 3);
                assertThat(line.product()).isBetween(1, SIZE.products());
                units += line.quantity();
            }
        }
        // 4 standard errors: sqrt(20/3 / 12000) and sqrt(2/3 / 60000).
        assertThat((double) lines / SIZE.orders()).isBetween(4.905, 5.095);
        assertThat((double) units / lines).isBetween(1.986, 2.014);
    }

    @Test
    void salesMatchLoadedOrders() {
        int[] expected = new int[SIZE.products() + 1];
        for (int id = 1; id <= SIZE.orders(); id++) {
            rows.order(id).lines().forEach(line -> expected[line.product()] += line.quantity());
        }
        assertThat(rows.sales()).isEqualTo(expected);
    }

    @Test
    void valuesAreUniform() {
        assertUniform(16, SIZE.products(), id -> rows.product(id).category() - 1);
        assertUniform(21, SIZE.products(), id -> (rows.product(id).priceCents() - 999) / 100);
        assertUniform(100, SIZE.products(), id -> (rows.product(id).commonProduct() - 1) / 100);
        assertUniform(5, SIZE.customers(), id -> rows.customer(id).creditCardType() - 1);
        assertUniform(73, SIZE.customers(), id -> rows.customer(id).age() - 18);
        assertUniform(20, SIZE.orders(), id -> (rows.order(id).customer() - 1) / 1_000);
        assertUniform(40, SIZE.orders(), id -> (int) ((rows.order(id).netCents() - 1) / 1_000));
    }

    @Test
    void onePercentOfProductsIsSpecial() {
        int specials = 0;
        for (int id = 1; id <= SIZE.products(); id++) {
            specials += rows.product(id).special() ? 1 : 0;
        }
        // 100 +- 4 standard deviations of 9.95.
        assertThat(specials).isBetween(60, 140);
    }

    /** Chi-square against its mean plus 5 standard deviations. */
    private static void assertUniform(int cells, int count, IntUnaryOperator cell) {
        int[] found = new int[cells];
        for (int id = 1; id <= count; id++) {
            found[cell.applyAsInt(id)]++;
        }
        double expected = (double) count / cells;
        double chiSquare = 0;
        for (int value : found) {
            chiSquare += (value - expected) * (value - expected) / expected;
        }
        assertThat(chiSquare).isLessThan(cells - 1 + 5 * Math.sqrt(2.0 * (cells - 1)));
    }

    @Test
    void vocabularyWordsAreUniqueIgnoringCase() {
        Set<String> words = new HashSet<>();
        for (int i = 0; i < Vocabulary.FIRST_NAMES; i++) {
            assertThat(Vocabulary.firstName(i)).matches("[A-Z][a-z]{3}");
            words.add(Vocabulary.firstName(i).toLowerCase(Locale.ROOT));
        }
        for (int i = 0; i < Vocabulary.LAST_NAMES; i++) {
            assertThat(Vocabulary.lastName(i)).matches("[A-Z][a-z]{5}");
            words.add(Vocabulary.lastName(i).toLowerCase(Locale.ROOT));
        }
        for (int i = 0; i < Vocabulary.TITLE_WORDS; i++) {
            assertThat(Vocabulary.titleWord(i)).matches("[A-Z][a-z]{4}");
            words.add(Vocabulary.titleWord(i).toLowerCase(Locale.ROOT));
        }
        assertThat(words).hasSize(200 + 200 + 1000);
    }

    @Test
    void onlyMatchingLoadedProductsAreAccepted() {
        Catalogue catalogue = new Catalogue(rows, 500);
        List<Product> all = new ArrayList<>();
        for (int id = 1; id <= SIZE.products(); id++) {
            all.add(rows.product(id));
        }
        Product wanted = all.get(4_711);
        List<Product> specials = all.stream()
                .filter(product -> product.special() && product.category() == 3)
                .toList();
        Request.BrowseCategory browse = new Request.BrowseCategory(3, specials.size() + 1);
        assertThat(catalogue.isCorrect(browse, specials)).isTrue();
        assertThat(catalogue.isCorrect(new Request.BrowseCategory(3, 2), specials.subList(0, 2)))
                .isTrue();
        assertThat(catalogue.isCorrect(new Request.BrowseCategory(4, 100), specials))
                .isFalse();
        assertThat(catalogue.isCorrect(browse, specials.subList(1, specials.size())))
                .isFalse();
        for (TextField field : TextField.values()) {
            String text = field == TextField.ACTOR ? wanted.actor() : wanted.title();
            List<Product> found = all.stream()
                    .filter(product -> text.equals(field == TextField.ACTOR ? product.actor() : product.title()))
                    .toList();
            Request.BrowseText search = new Request.BrowseText(field, List.of(text.split(" ")), 9);
            assertThat(catalogue.isCorrect(search, found)).isTrue();
            assertThat(catalogue.isCorrect(search, List.of())).as("empty").isFalse();
            assertThat(catalogue.isCorrect(search, all.subList(0, found.size())))
                    .as("foreign")
                    .isFalse();
            List<Product> changed = new ArrayList<>(found);
            Product first = found.getFirst();
            changed.set(
                    0, new Product(first.id(), first.category(), first.title(), first.actor(), 1, first.special(), 7));
            assertThat(catalogue.isCorrect(search, changed)).as("changed").isFalse();
        }
        String recommended = rows.product(wanted.commonProduct()).title();
        assertThat(catalogue.contains(wanted.title(), wanted.actor(), recommended))
                .isTrue();
        assertThat(catalogue.contains(wanted.title(), wanted.actor(), wanted.title()))
                .isFalse();
        assertThat(catalogue.contains("Nobody knows", wanted.actor(), recommended))
                .isFalse();
    }
}
