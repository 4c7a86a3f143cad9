// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.plateaubench.plugin.dvdstore.catalog.Profile;
import org.plateaubench.plugin.dvdstore.catalog.StoreRows;
import org.plateaubench.plugin.dvdstore.catalog.StoreRows.Line;
import org.plateaubench.plugin.dvdstore.catalog.StoreRows.Product;
import org.plateaubench.plugin.dvdstore.catalog.StoreSize;
import org.plateaubench.plugin.dvdstore.catalog.Vocabulary;
import org.plateaubench.plugin.dvdstore.shop.Request;
import org.plateaubench.plugin.dvdstore.shop.Request.TextField;
import org.plateaubench.plugin.dvdstore.shop.Restock;
import org.plateaubench.plugin.dvdstore.sql.Dialect;
import org.plateaubench.plugin.dvdstore.sql.Dialects;
import org.plateaubench.plugin.dvdstore.sql.JdbcStore;
import org.plateaubench.plugin.dvdstore.sql.Receipt;

/** What the database answers is what follows from the rows that were loaded. */
class StoreOperationsTest {
    private static final StoreRows ROWS = new StoreRows(StoreSize.SMALL, TestDatabase.DATA_SEED);

    private static TestDatabase database;
    private static Dialect dialect;

    private Connection connection;
    private JdbcStore store;

    @BeforeAll
    static void load() throws Exception {
        database = TestDatabase.loaded(Engine.H2);
        dialect = Dialects.forUrl(database.url()).orElseThrow();
    }

    @BeforeEach
    void open() throws Exception {
        connection = database.connect();
        store = new JdbcStore(connection, dialect, Restock.HOLD);
    }

    @AfterEach
    void close() throws Exception {
        connection.close();
    }

    @Test
    void aLoginFindsTheCustomerOnlyByNameAndPassword() throws Exception {
        assertThat(store.login(new Request.Login("user77", Profile.PASSWORD))
                        .orElseThrow()
                        .customer())
                .isEqualTo(77);
        assertThat(store.login(new Request.Login("user77", "wrong"))).isEmpty();
        assertThat(store.login(new Request.Login("user20001", Profile.PASSWORD)))
                .isEmpty();
    }

    @Test
    void aLoginShowsTheLatestTenTitlesWithWhatIsRecommended() throws Exception {
        int mostLines = 0;
        for (int customer = 101; customer <= 200; customer++) {
            int id = customer;
            List<JdbcStore.PastTitle> expected = new ArrayList<>();
            for (int order = StoreSize.SMALL.orders(); order >= 1; order--) {
                StoreRows.Order each = ROWS.order(order);
                if (each.customer() == id) {
                    each.lines().stream()
                            .sorted(Comparator.comparingInt(Line::product))
                            .map(line -> pastTitle(ROWS.product(line.product())))
                            .forEach(expected::add);
                }
            }
            mostLines = Math.max(mostLines, expected.size());
            assertThat(store.login(new Request.Login(StoreRows.username(id), Profile.PASSWORD))
                            .orElseThrow()
                            .latest())
                    .isEqualTo(expected.subList(0, Math.min(10, expected.size())));
        }
        assertThat(mostLines).isGreaterThan(10);
    }

    private static JdbcStore.PastTitle pastTitle(Product product) {
        return new JdbcStore.PastTitle(
                product.title(),
                product.actor(),
                ROWS.product(product.commonProduct()).title());
    }

    @Test
    void aNewCustomerIsNumberedAndCanLogInAndANameIsTakenOnce() throws Exception {
        Profile profile = ROWS.customer(5);
        long number = store.newCustomer(profile, "somebody").orElseThrow();
        assertThat(number).isGreaterThan(StoreSize.SMALL.customers());
        assertThat(store.login(new Request.Login("somebody", Profile.PASSWORD)))
                .contains(new JdbcStore.Welcome(number, List.of()));
        assertThat(store.newCustomer(profile, "somebody")).isEmpty();
        assertThat(database.number("SELECT COUNT(*) FROM customers c JOIN customers o ON o.customerid = 5"
                        + " WHERE c.username = 'somebody' AND c.age = o.age AND c.phone = o.phone"
                        + " AND c.income = o.income AND c.state = o.state"))
                .isEqualTo(1);
    }

    @Test
    void browsingACategoryShowsItsSpecialsByNumber() throws Exception {
        for (int category = 1; category <= StoreRows.CATEGORIES; category++) {
            int wanted = category;
            List<Product> specials = products(product -> product.special() && product.category() == wanted);
            assertThat(store.browse(new Request.BrowseCategory(category, 100))).isEqualTo(specials);
            assertThat(store.browse(new Request.BrowseCategory(category, 2)))
                    .isEqualTo(specials.subList(0, Math.min(2, specials.size())));
        }
    }

    @Test
    void searchingTextFindsEveryProductThatHoldsBothWordsInAnyCaseAndOrder() throws Exception {
        for (int number : new int[] {2, 4_711, 10_000}) {
            Product product = ROWS.product(number);
            for (TextField field : TextField.values()) {
                List<String> words = words(product, field);
                List<Product> expected = products(each -> words(each, field).containsAll(words));
                assertThat(expected).contains(product);
                assertThat(search(field, words)).isEqualTo(expected);
                assertThat(search(field, words.reversed())).isEqualTo(expected);
                assertThat(search(
                                field,
                                words.stream()
                                        .map(word -> word.toUpperCase(Locale.ROOT))
                                        .toList()))
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    void aPartOfAWordOrAWordOfTheOtherTextFindsNothing() throws Exception {
        Product product = ROWS.product(123);
        List<String> title = words(product, TextField.TITLE);
        assertThat(search(TextField.TITLE, List.of(title.get(0), title.get(1).substring(0, 4))))
                .isEmpty();
        assertThat(search(TextField.ACTOR, title)).isEmpty();
        assertThat(search(TextField.TITLE, words(product, TextField.ACTOR))).isEmpty();
    }

    @Test
    void twoTitlesMayConsistOfTheSameWords() throws Exception {
        List<String> words = List.of(Vocabulary.titleWord(3), Vocabulary.titleWord(7));
        assertThat(search(TextField.TITLE, words)).extracting(Product::id).containsExactly(3_008, 7_004);
    }

    private List<Product> search(TextField field, List<String> words) throws Exception {
        return store.browse(new Request.BrowseText(field, words, 100));
    }

    private static List<String> words(Product product, TextField field) {
        String text = field == TextField.ACTOR ? product.actor() : product.title();
        int space = text.indexOf(' ');
        return List.of(text.substring(0, space), text.substring(space + 1));
    }

    private static List<Product> products(Predicate<Product> wanted) {
        List<Product> products = new ArrayList<>();
        for (int id = 1; id <= StoreSize.SMALL.products(); id++) {
            Product product = ROWS.product(id);
            if (wanted.test(product)) {
                products.add(product);
            }
        }
        return products;
    }

    private static int productWithStock(int stock, int after) {
        for (int id = after + 1; ; id++) {
            if (ROWS.stock(id) == stock) {
                return id;
            }
        }
    }

    private static long stock(int product) throws Exception {
        return database.number("SELECT quan_in_stock FROM inventory WHERE prod_id = " + product);
    }

    private static long sales(int product) throws Exception {
        return database.number("SELECT sales FROM inventory WHERE prod_id = " + product);
    }

    @Test
    void aPurchaseWritesOrderLinesHistoryAndStock() throws Exception {
        int first = productWithStock(100, 0);
        int second = productWithStock(200, first);
        long salesBefore = sales(first);
        Receipt receipt = store.purchase(9, purchase(new Line(first, 2), new Line(second, 3)));
        assertThat(receipt).isEqualTo(new Receipt(Receipt.Fate.COMMITTED, 2, 5, 5, 0, 0, null));
        assertThat(stock(first)).isEqualTo(98);
        assertThat(stock(second)).isEqualTo(197);
        assertThat(sales(first)).isEqualTo(salesBefore + 2);
        long order = database.number("SELECT MAX(orderid) FROM orders WHERE customerid = 9");
        int net =
                2 * ROWS.product(first).priceCents() + 3 * ROWS.product(second).priceCents();
        assertThat(database.number("SELECT CAST(netamount * 100 AS BIGINT) FROM orders WHERE orderid = " + order))
                .isEqualTo(net);
        assertThat(database.number("SELECT COUNT(*) FROM orders WHERE orderid = " + order
                        + " AND tax = ROUND(netamount * 0.0825, 2) AND totalamount = netamount + tax"
                        + " AND orderdate = CURRENT_DATE"))
                .isEqualTo(1);
        assertThat(database.number(
                        "SELECT SUM(orderlineid * 1000 + quantity) FROM orderlines WHERE orderid = " + order))
                .isEqualTo(3_005);
        assertThat(database.number("SELECT COUNT(*) FROM cust_hist WHERE customerid = 9 AND orderid = " + order
                        + " AND prod_id IN (" + first + ", " + second + ")"))
                .isEqualTo(2);
        assertThat(connection.getAutoCommit()).isTrue();
    }

    @Test
    void aProductThatIsTwiceInTheCartIsPricedAndTakenTwice() throws Exception {
        int product = productWithStock(300, 0);
        assertThat(store.purchase(10, purchase(new Line(product, 1), new Line(product, 2)))
                        .quantity())
                .isEqualTo(3);
        assertThat(stock(product)).isEqualTo(297);
        assertThat(database.number("SELECT CAST(netamount * 100 AS BIGINT) FROM orders WHERE orderid ="
                        + " (SELECT MAX(orderid) FROM orders WHERE customerid = 10)"))
                .isEqualTo(3L * ROWS.product(product).priceCents());
    }

    @Test
    void aPurchaseThatMeetsTooLittleStockLeavesNothingBehind() throws Exception {
        int plenty = productWithStock(400, 0);
        int two = productWithStock(2, plenty);
        long orders = database.number("SELECT COUNT(*) FROM orders");
        Receipt receipt = store.purchase(11, purchase(new Line(plenty, 3), new Line(two, 3)));
        assertThat(receipt.fate()).isEqualTo(Receipt.Fate.OUT_OF_STOCK);
        assertThat(stock(plenty)).isEqualTo(400);
        assertThat(stock(two)).isEqualTo(2);
        assertThat(database.number("SELECT COUNT(*) FROM orders")).isEqualTo(orders);
        assertThat(connection.getAutoCommit()).isTrue();
    }

    @Test
    void holdKeepsTheStockOfAProductThatRunsLow() throws Exception {
        int low = productWithStock(5, 0);
        long salesBefore = sales(low);
        for (int i = 0; i < 3; i++) {
            assertThat(store.purchase(12, purchase(new Line(low, 3))))
                    .isEqualTo(new Receipt(Receipt.Fate.COMMITTED, 1, 3, 0, 0, 1, null));
        }
        assertThat(stock(low)).isEqualTo(5);
        assertThat(sales(low)).isEqualTo(salesBefore + 9);
        assertThat(database.number("SELECT COUNT(*) FROM reorder WHERE quan_low = 2 AND prod_id = " + low))
                .isEqualTo(3);
        // Three are left by an order of two: that is enough.
        assertThat(store.purchase(12, purchase(new Line(low, 2))).stockTaken()).isEqualTo(2);
    }

    @Test
    void refillFillsUpAProductThatRunsLow() throws Exception {
        JdbcStore refilling = new JdbcStore(connection, dialect, Restock.REFILL);
        int low = productWithStock(4, 0);
        assertThat(refilling.purchase(13, purchase(new Line(low, 2))))
                .isEqualTo(new Receipt(Receipt.Fate.COMMITTED, 1, 2, 2, 248, 1, null));
        assertThat(stock(low)).isEqualTo(250);
        assertThat(database.number("SELECT quan_reordered FROM reorder WHERE prod_id = " + low))
                .isEqualTo(248);
        assertThat(Restock.target(20_000)).isEqualTo(2_500);
        int none = productWithStock(0, 0);
        assertThat(refilling.purchase(13, purchase(new Line(none, 1))).fate()).isEqualTo(Receipt.Fate.OUT_OF_STOCK);
    }

    @Test
    void noneSellsUntilNothingIsLeft() throws Exception {
        JdbcStore draining = new JdbcStore(connection, dialect, Restock.NONE);
        int low = productWithStock(6, 0);
        assertThat(draining.purchase(14, purchase(new Line(low, 3))).stockTaken())
                .isEqualTo(3);
        assertThat(draining.purchase(14, purchase(new Line(low, 3))).stockTaken())
                .isEqualTo(3);
        assertThat(stock(low)).isZero();
        assertThat(draining.purchase(14, purchase(new Line(low, 1))).fate()).isEqualTo(Receipt.Fate.OUT_OF_STOCK);
    }

    private static Request.Purchase purchase(Line... lines) {
        return new Request.Purchase(List.of(lines));
    }
}
