// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.plugin.dvdstore.shop.CustomerData;
import org.plateaubench.plugin.dvdstore.shop.PurchaseResult;
import org.plateaubench.plugin.dvdstore.shop.Request;
import org.plateaubench.plugin.dvdstore.shop.Request.TextField;
import org.plateaubench.plugin.dvdstore.shop.Restock;
import org.plateaubench.plugin.dvdstore.shop.StoreAccess;
import org.plateaubench.plugin.dvdstore.shop.StoreRows;
import org.plateaubench.plugin.dvdstore.shop.StoreRows.Line;
import org.plateaubench.plugin.dvdstore.shop.StoreRows.Money;
import org.plateaubench.plugin.dvdstore.shop.StoreRows.Product;
import org.plateaubench.plugin.dvdstore.shop.StoreSize;
import org.plateaubench.plugin.dvdstore.shop.Vocabulary;
import org.plateaubench.plugin.dvdstore.sql.Dialects;
import org.plateaubench.plugin.dvdstore.sql.JdbcStore;
import org.plateaubench.plugin.dvdstore.sql.StoreNumber;
import org.plateaubench.plugin.dvdstore.sql.StoreSettings;
import org.plateaubench.process.database.Connections;
import org.plateaubench.process.database.Connector;
import org.plateaubench.process.database.Sql;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Progress;

/** Requests to a real server, which must have the results that follow from the generated rows. */
abstract class StoreConformanceTest {
    private static final StoreRows ROWS = new StoreRows(StoreSize.SMALL, TestDatabase.DATA_SEED);
    private static final int CUSTOMERS = StoreSize.SMALL.customers();

    private Connector connector;
    private Connection connection;
    private DataSet data;

    private final Engine engine;

    StoreConformanceTest(Engine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void loadedStore() throws Exception {
        TestDatabase database = TestDatabase.loaded(engine);
        connector = Connector.readCommitted(database.address());
        data = database.data();
        connection = connector.open(Duration.ofMinutes(1));
    }

    @AfterEach
    void close() throws Exception {
        Connections.close(connection);
    }

    private JdbcStore store(Restock restock) throws SQLException {
        return store(restock, false);
    }

    private JdbcStore store(Restock restock, boolean byProcedure) throws SQLException {
        return new JdbcStore(
                connection,
                Dialects.of(connector.database()),
                new StoreSettings(StoreNumber.UNNUMBERED, restock, false, false, byProcedure));
    }

    private long number(String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(query)) {
            assertThat(found.next()).isTrue();
            return found.getLong(1);
        }
    }

    @Test
    void loadedRowsMatchGeneratedRows() throws Exception {
        assertThat(data.verify()).isEmpty();
        Map<String, Fingerprint> expected = expectedRows();
        Map<String, Fingerprint> found = new LinkedHashMap<>();
        for (String query : expected.keySet()) {
            found.put(query, read(query));
        }
        assertThat(found).isEqualTo(expected);
    }

    /** Number of rows and a sum over them that does not depend on their order. */
    private record Fingerprint(long rows, long sum) {
        private Fingerprint plus(Object... values) {
            long hash = 7;
            for (Object value : values) {
                for (char character : (value + "|").toCharArray()) {
                    hash = 31 * hash + character;
                }
            }
            return new Fingerprint(rows + 1, sum + hash * (hash >>> 7 | 1));
        }
    }

    private static final Fingerprint NONE = new Fingerprint(0, 0);

    private Fingerprint read(String query) throws SQLException {
        Fingerprint print = NONE;
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            Object[] values = new Object[row.getMetaData().getColumnCount()];
            while (row.next()) {
                for (int i = 0; i < values.length; i++) {
                    values[i] = row.getString(i + 1);
                }
                print = print.plus(values);
            }
        }
        return print;
    }

    private static Map<String, Fingerprint> expectedRows() {
        Fingerprint products = NONE;
        Fingerprint inventory = NONE;
        int[] sales = ROWS.sales();
        for (int id = 1; id <= StoreSize.SMALL.products(); id++) {
            Product each = ROWS.product(id);
            int special = each.special() ? 1 : 0;
            products = products.plus(
                    id,
                    each.category(),
                    each.title(),
                    each.actor(),
                    Money.decimal(each.priceCents()),
                    special,
                    each.commonProduct());
            inventory = inventory.plus(id, ROWS.stock(id), sales[id]);
        }
        Fingerprint customers = NONE;
        for (int id = 1; id <= CUSTOMERS; id++) {
            customers = customers.plus(customer(id));
        }
        Fingerprint orders = NONE;
        Fingerprint lines = NONE;
        Fingerprint history = NONE;
        for (int id = 1; id <= StoreSize.SMALL.orders(); id++) {
            StoreRows.Order each = ROWS.order(id);
            long tax = Money.taxCents(each.netCents());
            orders = orders.plus(
                    id,
                    each.date(),
                    each.customer(),
                    Money.decimal(each.netCents()),
                    Money.decimal(tax),
                    Money.decimal(each.netCents() + tax));
            for (int i = 0; i < each.lines().size(); i++) {
                Line line = each.lines().get(i);
                lines = lines.plus(i + 1, id, line.product(), line.quantity(), each.date());
                history = history.plus(each.customer(), id, line.product());
            }
        }
        Map<String, Fingerprint> expected = new LinkedHashMap<>();
        expected.put("SELECT prod_id, category, title, actor, price, special, common_prod_id FROM products", products);
        expected.put("SELECT prod_id, quan_in_stock, sales FROM inventory", inventory);
        expected.put(
                "SELECT customerid, username, password, firstname, lastname, address1, address2, city, state, zip,"
                        + " country, region, email, phone, creditcardtype, creditcard, creditcardexpiration, age,"
                        + " income, gender FROM customers",
                customers);
        expected.put("SELECT orderid, orderdate, customerid, netamount, tax, totalamount FROM orders", orders);
        expected.put("SELECT orderlineid, orderid, prod_id, quantity, orderdate FROM orderlines", lines);
        expected.put("SELECT customerid, orderid, prod_id FROM cust_hist", history);
        expected.put("SELECT prod_id FROM reorder", NONE);
        return expected;
    }

    private static Object[] customer(int id) {
        CustomerData customerData = ROWS.customer(id);
        return new Object[] {
            id,
            StoreRows.username(id),
            CustomerData.PASSWORD,
            customerData.firstName(),
            customerData.lastName(),
            customerData.address1(),
            "",
            customerData.city(),
            customerData.state(),
            customerData.zip(),
            customerData.country(),
            customerData.region(),
            customerData.email(),
            customerData.phone(),
            customerData.creditCardType(),
            customerData.creditCard(),
            customerData.creditCardExpiration(),
            customerData.age(),
            customerData.income(),
            customerData.gender()
        };
    }

    @Test
    void loginMatchesExactNameAndPassword() throws Exception {
        JdbcStore store = store(Restock.HOLD);
        assertThat(store.login(new Request.Login("user77", CustomerData.PASSWORD))
                        .orElseThrow()
                        .customer())
                .isEqualTo(77);
        assertThat(store.login(new Request.Login("User77", CustomerData.PASSWORD)))
                .isEmpty();
        assertThat(store.login(new Request.Login("user77", "wrong"))).isEmpty();
        assertThat(store.login(new Request.Login("user20001", CustomerData.PASSWORD)))
                .isEmpty();
    }

    @Test
    void loginReturnsLatestTenTitles() throws Exception {
        JdbcStore store = store(Restock.HOLD);
        int maxLines = 0;
        for (int customer = 101; customer <= 160; customer++) {
            List<StoreAccess.PastTitle> expected = new ArrayList<>();
            for (int order = StoreSize.SMALL.orders(); order >= 1; order--) {
                StoreRows.Order each = ROWS.order(order);
                if (each.customer() == customer) {
                    each.lines().stream()
                            .sorted(Comparator.comparingInt(Line::product))
                            .map(line -> pastTitle(ROWS.product(line.product())))
                            .forEach(expected::add);
                }
            }
            maxLines = Math.max(maxLines, expected.size());
            assertThat(store.login(new Request.Login(StoreRows.username(customer), CustomerData.PASSWORD))
                            .orElseThrow()
                            .latest())
                    .isEqualTo(expected.subList(0, Math.min(10, expected.size())));
        }
        assertThat(maxLines).isGreaterThan(10);
    }

    private static StoreAccess.PastTitle pastTitle(Product product) {
        return new StoreAccess.PastTitle(
                product.title(),
                product.actor(),
                ROWS.product(product.commonProduct()).title());
    }

    @Test
    void newCustomerGetsNextNumberAndUniqueName() throws Exception {
        JdbcStore store = store(Restock.HOLD);
        CustomerData customerData = ROWS.customer(5);
        assertThat(store.newCustomer(customerData, "somebody")).hasValue(CUSTOMERS + 1L);
        assertThat(store.newCustomer(customerData, "somebody")).isEmpty();
        assertThat(store.newCustomer(customerData, "Somebody")).isPresent();
        assertThat(store.login(new Request.Login("somebody", CustomerData.PASSWORD)))
                .contains(new StoreAccess.LoginResult(CUSTOMERS + 1, List.of()));
        assertThat(number("SELECT COUNT(*) FROM customers c JOIN customers o ON o.customerid = 5"
                        + " WHERE c.username = 'somebody' AND c.age = o.age AND c.phone = o.phone"
                        + " AND c.income = o.income AND c.state = o.state"))
                .isEqualTo(1);
    }

    @Test
    void browsingReturnsSpecialsOfTheCategory() throws Exception {
        JdbcStore store = store(Restock.HOLD);
        for (int category = 1; category <= StoreRows.CATEGORIES; category++) {
            int wanted = category;
            List<Product> specials = products(product -> product.special() && product.category() == wanted);
            assertThat(store.browse(new Request.BrowseCategory(category, 100))).isEqualTo(specials);
            assertThat(store.browse(new Request.BrowseCategory(category, 2)))
                    .isEqualTo(specials.subList(0, Math.min(2, specials.size())));
        }
    }

    @Test
    void searchMatchesBothWordsInAnyOrder() throws Exception {
        for (int number : new int[] {2, 4_711, 10_000}) {
            for (TextField field : TextField.values()) {
                Product product = ROWS.product(number);
                List<String> words = words(product, field);
                List<Product> expected = products(each -> words(each, field).containsAll(words));
                assertThat(expected).contains(product);
                assertThat(search(field, words, 100)).isEqualTo(expected);
                assertThat(search(field, words.reversed(), 100)).isEqualTo(expected);
                assertThat(search(field, upperCase(words), 100)).isEqualTo(expected);
                assertThat(search(field, words, 1)).isEqualTo(expected.subList(0, 1));
            }
        }
    }

    private static List<String> upperCase(List<String> words) {
        return words.stream().map(word -> word.toUpperCase(Locale.ROOT)).toList();
    }

    @Test
    void searchMatchesCompleteWordsOfTheField() throws Exception {
        Product product = ROWS.product(123);
        List<String> title = words(product, TextField.TITLE);
        assertThat(search(TextField.TITLE, List.of(title.get(0), title.get(1).substring(0, 4)), 100))
                .isEmpty();
        assertThat(search(TextField.ACTOR, title, 100)).isEmpty();
        assertThat(search(TextField.TITLE, words(product, TextField.ACTOR), 100))
                .isEmpty();
        List<String> twice = List.of(Vocabulary.titleWord(3), Vocabulary.titleWord(7));
        assertThat(search(TextField.TITLE, twice, 100)).extracting(Product::id).containsExactly(3_008, 7_004);
    }

    private List<Product> search(TextField field, List<String> words, int maxRows) throws Exception {
        return store(Restock.HOLD).browse(new Request.BrowseText(field, words, maxRows));
    }

    private static List<String> words(Product product, TextField field) {
        return List.of((field == TextField.ACTOR ? product.actor() : product.title()).split(" ", -1));
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

    @Test
    void purchaseTakesStockAndWritesOrderAndHistory() throws Exception {
        int first = productWithStock(100, 0);
        int second = productWithStock(200, first);
        long salesBefore = sales(first);
        long netCents = 2L * ROWS.product(first).priceCents()
                + 3L * ROWS.product(second).priceCents();
        assertThat(store(Restock.HOLD).purchase(9, purchase(new Line(first, 2), new Line(second, 3))))
                .usingRecursiveComparison()
                .ignoringFields("order")
                .isEqualTo(new PurchaseResult(PurchaseResult.Status.COMMITTED, 2, 5, 5, 0, 0, 0, netCents));
        assertThat(stock(first)).isEqualTo(98);
        assertThat(stock(second)).isEqualTo(197);
        assertThat(sales(first)).isEqualTo(salesBefore + 2);
        long order = StoreSize.SMALL.orders() + 1L;
        int net =
                2 * ROWS.product(first).priceCents() + 3 * ROWS.product(second).priceCents();
        assertThat(number(
                        "SELECT COUNT(*) FROM orders WHERE orderid = " + order + " AND customerid = 9 AND netamount = "
                                + Money.decimal(net) + " AND tax = " + Money.decimal(Money.taxCents(net))
                                + " AND totalamount = netamount + tax AND orderdate = CURRENT_DATE"))
                .isEqualTo(1);
        assertThat(number("SELECT SUM(orderlineid * 1000 + quantity) FROM orderlines WHERE orderid = " + order))
                .isEqualTo(3_005);
        assertThat(number("SELECT COUNT(*) FROM cust_hist WHERE customerid = 9 AND orderid = " + order
                        + " AND prod_id IN (" + first + ", " + second + ")"))
                .isEqualTo(2);
        assertThat(connection.getAutoCommit()).isTrue();
    }

    @Test
    void repeatedProductIsPricedAndTakenTwice() throws Exception {
        int product = productWithStock(300, 0);
        assertThat(store(Restock.HOLD)
                        .purchase(10, purchase(new Line(product, 1), new Line(product, 2)))
                        .quantity())
                .isEqualTo(3);
        assertThat(stock(product)).isEqualTo(297);
        assertThat(number("SELECT CAST(netamount * 100 AS DECIMAL(12, 0)) FROM orders WHERE customerid = 10"
                        + " AND orderid > " + StoreSize.SMALL.orders()))
                .isEqualTo(3L * ROWS.product(product).priceCents());
    }

    @Test
    void purchaseWithoutStockIsRolledBack() throws Exception {
        int plenty = productWithStock(400, 0);
        int two = productWithStock(2, plenty);
        assertThat(store(Restock.HOLD)
                        .purchase(11, purchase(new Line(plenty, 3), new Line(two, 3)))
                        .status())
                .isEqualTo(PurchaseResult.Status.OUT_OF_STOCK);
        assertThat(stock(plenty)).isEqualTo(400);
        assertThat(number("SELECT COUNT(*) FROM orders")).isEqualTo(StoreSize.SMALL.orders());
        assertThat(connection.getAutoCommit()).isTrue();
    }

    @Test
    void restockHoldKeepsStockOfLowProducts() throws Exception {
        JdbcStore store = store(Restock.HOLD);
        int low = productWithStock(5, 0);
        long salesBefore = sales(low);
        for (int i = 0; i < 3; i++) {
            assertThat(store.purchase(12, purchase(new Line(low, 3))))
                    .usingRecursiveComparison()
                    .ignoringFields("order", "netCents")
                    .isEqualTo(new PurchaseResult(PurchaseResult.Status.COMMITTED, 1, 3, 0, 0, 1, 0, 0));
        }
        assertThat(stock(low)).isEqualTo(5);
        assertThat(sales(low)).isEqualTo(salesBefore + 9);
        assertThat(number("SELECT COUNT(*) FROM reorder WHERE quan_low = 2 AND prod_id = " + low))
                .isEqualTo(3);
        // An order of two leaves three units, which need no reorder.
        assertThat(store.purchase(12, purchase(new Line(low, 2))).stockTaken()).isEqualTo(2);
    }

    @Test
    void restockRefillFillsLowProducts() throws Exception {
        JdbcStore store = store(Restock.REFILL);
        int low = productWithStock(4, 0);
        assertThat(store.purchase(13, purchase(new Line(low, 2))))
                .usingRecursiveComparison()
                .ignoringFields("order", "netCents")
                .isEqualTo(new PurchaseResult(PurchaseResult.Status.COMMITTED, 1, 2, 2, 248, 1, 0, 0));
        assertThat(stock(low)).isEqualTo(250);
        assertThat(number("SELECT quan_reordered FROM reorder WHERE prod_id = " + low))
                .isEqualTo(248);
        assertThat(Restock.target(20_000)).isEqualTo(2_500);
        int none = productWithStock(0, 0);
        assertThat(store.purchase(13, purchase(new Line(none, 1))).status())
                .isEqualTo(PurchaseResult.Status.OUT_OF_STOCK);
    }

    @Test
    void restockNoneSellsOut() throws Exception {
        JdbcStore store = store(Restock.NONE);
        int low = productWithStock(6, 0);
        for (int i = 0; i < 2; i++) {
            assertThat(store.purchase(14, purchase(new Line(low, 3))).stockTaken())
                    .isEqualTo(3);
        }
        assertThat(stock(low)).isZero();
        assertThat(store.purchase(14, purchase(new Line(low, 1))).status())
                .isEqualTo(PurchaseResult.Status.OUT_OF_STOCK);
    }

    @Test
    void procedurePurchasesMatchStatementPurchases() throws Exception {
        String procedure = Dialects.of(connector.database()).createProcedure();
        assertThat(procedure.isEmpty()).isEqualTo(engine == Engine.H2);
        if (procedure.isEmpty()) {
            return;
        }
        Sql.execute(connection, procedure);
        for (Restock restock : Restock.values()) {
            assertThat(purchases(restock, true)).as(restock.name()).isEqualTo(purchases(restock, false));
        }
        data.prepare(DataPolicy.RESET, Progress.SILENT);
        Sql.execute(connection, Dialects.of(connector.database()).dropProcedure());
    }

    /** Returns the results of purchases of products that run low, and sums of the tables afterwards. */
    private List<Object> purchases(Restock restock, boolean byProcedure) throws Exception {
        data.prepare(DataPolicy.RESET, Progress.SILENT);
        JdbcStore store = store(restock, byProcedure);
        List<Object> found = new ArrayList<>();
        for (int stock : new int[] {0, 2, 4, 5, 300}) {
            int product = productWithStock(stock, 0);
            Line line = new Line(product, 3);
            found.add(store.purchase(15, purchase(new Line(productWithStock(400, 0), 1), line)));
            found.add(store.purchase(15, purchase(line, new Line(10_000, 2))));
        }
        found.add(number("SELECT SUM(quan_in_stock * prod_id) + SUM(sales) FROM inventory"));
        found.add(number("SELECT COUNT(*) + SUM(quan_low) + COALESCE(SUM(quan_reordered), 0) FROM reorder"));
        found.add(number("SELECT SUM(orderlineid * quantity * prod_id) FROM orderlines"));
        found.add(number("SELECT SUM(prod_id * customerid) FROM cust_hist"));
        found.add(number("SELECT SUM(totalamount * 100) FROM orders"));
        return found;
    }

    private static Request.Purchase purchase(Line... lines) {
        return new Request.Purchase(List.of(lines));
    }

    private static int productWithStock(int stock, int after) {
        for (int id = after + 1; ; id++) {
            if (ROWS.stock(id) == stock) {
                return id;
            }
        }
    }

    private long sales(int product) throws SQLException {
        return number("SELECT sales FROM inventory WHERE prod_id = " + product);
    }

    private long stock(int product) throws SQLException {
        return number("SELECT quan_in_stock FROM inventory WHERE prod_id = " + product);
    }
}
