// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.web;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.plateaubench.plugin.dvdstore.shop.CustomerData;
import org.plateaubench.plugin.dvdstore.shop.PurchaseResult;
import org.plateaubench.plugin.dvdstore.shop.Request.BrowseCategory;
import org.plateaubench.plugin.dvdstore.shop.Request.BrowseReviews;
import org.plateaubench.plugin.dvdstore.shop.Request.BrowseText;
import org.plateaubench.plugin.dvdstore.shop.Request.GetReviews;
import org.plateaubench.plugin.dvdstore.shop.Request.Login;
import org.plateaubench.plugin.dvdstore.shop.Request.NewMember;
import org.plateaubench.plugin.dvdstore.shop.Request.NewReview;
import org.plateaubench.plugin.dvdstore.shop.Request.NewVote;
import org.plateaubench.plugin.dvdstore.shop.Request.Purchase;
import org.plateaubench.plugin.dvdstore.shop.Request.ReviewOrder;
import org.plateaubench.plugin.dvdstore.shop.Request.TextField;
import org.plateaubench.plugin.dvdstore.shop.Shopper;
import org.plateaubench.plugin.dvdstore.shop.StoreAccess.LoginResult;
import org.plateaubench.plugin.dvdstore.shop.StoreRows;
import org.plateaubench.plugin.dvdstore.shop.StoreRows.Line;
import org.plateaubench.plugin.dvdstore.shop.StoreRows.Money;
import org.plateaubench.plugin.dvdstore.shop.StoreRows.Product;
import org.plateaubench.plugin.dvdstore.sql.StoreMarker;
import org.plateaubench.plugin.dvdstore.sql.StoreNumber;
import org.plateaubench.plugin.dvdstore.sql.StoreSettings;
import org.plateaubench.process.data.DataMarker;
import org.plateaubench.process.database.SqlFailure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The pages of the store. Thread-safe. */
final class Storefront extends Handler.Abstract {
    private static final Logger LOG = LoggerFactory.getLogger(Storefront.class);

    /** Status of a failed request that has changed nothing. */
    static final int UNCHANGED = 503;

    /** Status of a failed request that may have changed something. */
    private static final int UNCERTAIN = 500;

    private static final int MALFORMED = 400;
    private static final int NOT_FOUND = 404;

    private static final int MAX_ROWS = 1_000;
    private static final int ROWS = 10;
    private static final int DEPTH = 500;
    private static final int MAX_DEPTH = 1_000_000;
    private static final int MAX_SUMMARY = 50;
    private static final int MAX_TEXT = 1_000;
    private static final String BY = "by";
    private static final String PRODUCT = "product";
    private static final String STARS = "stars";
    private static final List<String> CARDS = List.of("MasterCard", "Visa", "Discover", "Amex", "House card");

    private final StorePool pool;
    private final Pages pages = new Pages();

    Storefront(StorePool pool) {
        this.pool = pool;
    }

    /** A request that is answered with an error page. */
    private static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;
        private final int status;

        Refused(int status, String message) {
            super(message);
            this.status = status;
        }
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        try {
            Visit visit = Visit.of(request);
            if (visit.action().equals("GET /style.css")) {
                send(response, callback, 200, "text/css", pages.style());
            } else {
                send(response, callback, 200, page(visit));
            }
        } catch (Refused e) {
            send(response, callback, e.status, pages.message(String.valueOf(e.getMessage()), ""));
        } catch (IllegalArgumentException e) {
            send(response, callback, MALFORMED, pages.message("The request is not valid: " + e.getMessage() + ".", ""));
        } catch (SQLException e) {
            SqlFailure failure = SqlFailure.of(e);
            LOG.warn("{} failed", Request.getPathInContext(request), e);
            send(
                    response,
                    callback,
                    failure == SqlFailure.CONNECTION_LOST ? UNCERTAIN : UNCHANGED,
                    pages.message(
                            "The store has failed.",
                            String.valueOf(failure.outcome(e).reason())));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            send(response, callback, UNCHANGED, pages.message("The store is shutting down.", "interrupted"));
        } catch (RuntimeException e) {
            LOG.error("{} failed", Request.getPathInContext(request), e);
            send(response, callback, UNCERTAIN, pages.message("The store has failed.", "application"));
        }
        return true;
    }

    private static void send(Response response, Callback callback, int status, String page) {
        send(response, callback, status, "text/html; charset=utf-8", page);
    }

    private static void send(Response response, Callback callback, int status, String type, String text) {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        response.setStatus(status);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, type.startsWith("text/css") ? "max-age=3600" : "no-store");
        response.getHeaders().put("X-Content-Type-Options", "nosniff");
        response.getHeaders()
                .put("Content-Security-Policy", "default-src 'none'; style-src 'self'; form-action 'self'");
        response.write(true, ByteBuffer.wrap(body), callback);
    }

    private String page(Visit visit) throws SQLException, InterruptedException, Refused {
        if (visit.action().equals("GET /")) {
            pool.refresh();
        } else if (pool.marker().isEmpty()) {
            pool.refresh();
        }
        return switch (visit.action()) {
            case "GET /" -> home(visit);
            case "POST /login" -> login(visit);
            case "GET /customers/new" -> show(visit, "customer", "New customer", Map.of("fields", CustomerForm.FIELDS));
            case "POST /customers" -> register(visit);
            case "GET /browse" -> browse(visit);
            case "GET /cart" -> cart(visit);
            case "POST /purchase" -> purchase(visit);
            case "GET /reviews" -> reviews(visit);
            case "GET /product-reviews" -> productReviews(visit);
            case "POST /reviews" -> review(visit);
            case "POST /votes" -> vote(visit);
            case "POST /members" -> join(visit);
            default -> throw new Refused(NOT_FOUND, "There is no such page.");
        };
    }

    private DataMarker marker() throws Refused {
        return pool.marker()
                .orElseThrow(() -> new Refused(
                        UNCHANGED, "The store has no data yet: a run loads it, or 'loadFactor' of the SUT."));
    }

    private <T> T query(Visit visit, StorePool.Work<T> work) throws SQLException, InterruptedException, Refused {
        DataMarker marker = marker();
        List<StoreNumber> stores = StoreNumber.first(StoreMarker.stores(marker));
        StoreNumber store = new StoreNumber(visit.store());
        if (!stores.contains(store)) {
            store = stores.getFirst();
        }
        return pool.execute(new StoreSettings(store, visit.restock(), StoreMarker.isReviewed(marker)), work);
    }

    private String show(Visit visit, String template, String title, Map<String, Object> model) throws Refused {
        return pages.page(visit, template, title, StoreMarker.isReviewed(marker()), model);
    }

    private String home(Visit visit) throws Refused {
        int stores = StoreMarker.stores(marker());
        List<Integer> numbers = stores == 1
                ? List.of()
                : IntStream.rangeClosed(1, stores).boxed().toList();
        return show(visit, "home", "Welcome", Map.of("stores", numbers));
    }

    private static int customer(Visit visit) throws Refused {
        if (visit.customer() == 0) {
            throw new Refused(MALFORMED, "Sign in first.");
        }
        return visit.customer();
    }

    private String login(Visit visit) throws SQLException, InterruptedException, Refused {
        Optional<LoginResult> result =
                query(visit, store -> store.login(new Login(visit.text("username"), visit.text("password"))));
        if (result.isEmpty()) {
            return show(visit, "home", "Name or password is wrong", Map.of("stores", List.of()));
        }
        return welcome(visit, result.get());
    }

    private String welcome(Visit visit, LoginResult result) throws Refused {
        Map<String, Object> model =
                Map.of("past", result.latest(), "hasPast", !result.latest().isEmpty());
        visit.fields().put(Visit.CUSTOMER, Integer.toString(result.customer()));
        return show(visit, "welcome", "Welcome, customer " + result.customer(), model);
    }

    private String register(Visit visit) throws SQLException, InterruptedException, Refused {
        CustomerData customerData = CustomerForm.read(visit);
        String username = visit.text("username");
        if (username.isEmpty()) {
            throw new IllegalArgumentException("a customer needs a user name");
        }
        OptionalLong number = query(visit, store -> store.newCustomer(customerData, username));
        return number.isEmpty()
                ? show(visit, "customer", "This name is taken", Map.of("fields", CustomerForm.FIELDS))
                : welcome(visit, new LoginResult((int) number.getAsLong(), List.of()));
    }

    private static int rows(Visit visit) {
        return visit.number("rows", 1, MAX_ROWS, ROWS);
    }

    private String browse(Visit visit) throws SQLException, InterruptedException, Refused {
        String by = visit.text(BY);
        List<Product> found = by.isEmpty() ? List.of() : products(visit, by);
        return show(
                visit,
                "browse",
                "Search",
                Map.of(
                        "searched",
                        !by.isEmpty(),
                        "found",
                        found.stream().map(Pages::product).toList(),
                        "none",
                        !by.isEmpty() && found.isEmpty(),
                        "categories",
                        IntStream.rangeClosed(1, StoreRows.CATEGORIES).boxed().toList()));
    }

    private List<Product> products(Visit visit, String by) throws SQLException, InterruptedException, Refused {
        if (by.equals("category")) {
            int category = visit.number("category", 1, StoreRows.CATEGORIES, 1);
            return query(visit, store -> store.browse(new BrowseCategory(category, rows(visit))));
        }
        TextField field = TextField.valueOf(by.toUpperCase(Locale.ROOT));
        List<String> words = List.of(visit.text(by).split("\\s+"));
        if (words.size() != 2) {
            throw new IllegalArgumentException("a search needs two words");
        }
        return query(visit, store -> store.browse(new BrowseText(field, words, rows(visit))));
    }

    private static List<Line> lines(Visit visit) {
        List<Line> lines = visit.cart();
        if (lines.size() > Shopper.MAX_CART_LINES) {
            throw new IllegalArgumentException("a cart holds at most " + Shopper.MAX_CART_LINES + " lines");
        }
        return lines;
    }

    private String cart(Visit visit) throws SQLException, InterruptedException, Refused {
        List<Line> lines = lines(visit);
        long net = lines.isEmpty() ? 0 : query(visit, store -> store.netCents(lines));
        long tax = Money.taxCents(net);
        return show(
                visit,
                "cart",
                "Your cart",
                Map.of(
                        "lines",
                        lines,
                        "empty",
                        lines.isEmpty(),
                        "net",
                        Money.decimal(net),
                        "tax",
                        Money.decimal(tax),
                        "total",
                        Money.decimal(net + tax)));
    }

    private String purchase(Visit visit) throws SQLException, InterruptedException, Refused {
        int customer = customer(visit);
        List<Line> lines = lines(visit);
        if (lines.isEmpty()) {
            throw new IllegalArgumentException("the cart is empty");
        }
        PurchaseResult result = query(visit, store -> store.purchase(customer, new Purchase(lines)));
        if (result.status() == PurchaseResult.Status.UNCERTAIN) {
            throw new Refused(UNCERTAIN, "It is not known whether your order was placed.");
        }
        boolean isPlaced = result.status() == PurchaseResult.Status.COMMITTED;
        if (isPlaced) {
            visit.fields().remove(Visit.ITEM);
        }
        return show(
                visit,
                "receipt",
                isPlaced ? "Thank you" : "A DVD is sold out",
                Map.of(
                        "placed",
                        isPlaced,
                        "result",
                        result,
                        "total",
                        Money.decimal(result.netCents() + Money.taxCents(result.netCents()))));
    }

    private String reviews(Visit visit) throws SQLException, InterruptedException, Refused {
        String by = visit.text(BY);
        if (by.isEmpty()) {
            return show(visit, "reviews", "Reviews", Map.of("found", List.of(), "search", true));
        }
        TextField field = TextField.valueOf(by.toUpperCase(Locale.ROOT));
        int depth = visit.number("depth", 1, MAX_DEPTH, DEPTH);
        BrowseReviews browse = new BrowseReviews(field, visit.text("word"), rows(visit), depth);
        return show(
                visit,
                "reviews",
                "Reviews",
                Map.of("found", query(visit, store -> store.reviews(browse)), "search", true));
    }

    private String productReviews(Visit visit) throws SQLException, InterruptedException, Refused {
        String order = visit.text("order");
        int product = visit.number(PRODUCT, 1, Integer.MAX_VALUE, 0);
        GetReviews get = new GetReviews(
                order.isEmpty() ? ReviewOrder.HELPFULNESS : ReviewOrder.valueOf(order.toUpperCase(Locale.ROOT)),
                product,
                visit.number(STARS, 1, StoreRows.MAX_STARS, StoreRows.MAX_STARS),
                rows(visit));
        return show(
                visit,
                "reviews",
                "Reviews of product " + product,
                Map.of("found", query(visit, store -> store.reviews(get)), "product", product));
    }

    private static String required(Visit visit, String name, int maxLength) {
        String text = visit.text(name);
        if (text.isEmpty() || text.length() > maxLength) {
            throw new IllegalArgumentException("the " + name + " must have from 1 to " + maxLength + " letters");
        }
        return text;
    }

    private String review(Visit visit) throws SQLException, InterruptedException, Refused {
        int customer = customer(visit);
        NewReview review = new NewReview(
                visit.number(PRODUCT, 1, Integer.MAX_VALUE, 0),
                visit.number(STARS, 1, StoreRows.MAX_STARS, 0),
                required(visit, "summary", MAX_SUMMARY),
                required(visit, "text", MAX_TEXT));
        long number = query(visit, store -> store.review(customer, review));
        return done(visit, "Thank you for your review", number);
    }

    private String vote(Visit visit) throws SQLException, InterruptedException, Refused {
        int customer = customer(visit);
        NewVote vote = new NewVote(
                visit.number("review", 1, Integer.MAX_VALUE, 0), visit.number("points", 1, StoreRows.MAX_POINTS, 0));
        long number = query(visit, store -> store.vote(customer, vote));
        return done(visit, "Thank you for your vote", number);
    }

    private String join(Visit visit) throws SQLException, InterruptedException, Refused {
        int customer = customer(visit);
        NewMember member = new NewMember(visit.number("level", 1, StoreRows.LEVELS, 1), 0);
        boolean joined = query(visit, store -> store.join(customer, member));
        return done(visit, joined ? "You are a member now" : "You are a member already", joined ? 1 : 0);
    }

    private String done(Visit visit, String title, long number) throws Refused {
        return show(visit, "done", title, Map.of("number", number));
    }

    private static final class CustomerForm {
        private record Field(String name, String label, String value) {}

        private static final List<Field> FIELDS = List.of(
                new Field("username", "User name", ""),
                new Field("firstname", "First name", ""),
                new Field("lastname", "Last name", ""),
                new Field("address", "Address", ""),
                new Field("city", "City", ""),
                new Field("state", "State", ""),
                new Field("zip", "ZIP", ""),
                new Field("country", "Country", "US"),
                new Field("email", "E-mail", ""),
                new Field("phone", "Phone", ""),
                new Field("cardtype", "Card: " + cards(), "1"),
                new Field("card", "Card number", ""),
                new Field("expires", "Expires", "2030/01"),
                new Field("age", "Age", ""),
                new Field("income", "Income", ""),
                new Field("gender", "Gender", ""));

        private static String cards() {
            return IntStream.rangeClosed(1, CARDS.size())
                    .mapToObj(number -> number + " " + CARDS.get(number - 1))
                    .collect(Collectors.joining(", "));
        }

        static CustomerData read(Visit visit) {
            String country = visit.text("country");
            int gender = Arrays.asList("", "M", "F").indexOf(visit.text("gender"));
            if (gender < 0) {
                throw new IllegalArgumentException("gender must be M or F");
            }
            return new CustomerData(
                    visit.text("firstname"),
                    visit.text("lastname"),
                    visit.text("address"),
                    visit.text("city"),
                    visit.text("state"),
                    visit.number("zip", 0, 99_999, 0),
                    country,
                    country.equals("US") ? CustomerData.UNITED_STATES : CustomerData.UNITED_STATES + 1,
                    visit.text("email"),
                    visit.text("phone"),
                    visit.number("cardtype", 1, CARDS.size(), 1),
                    visit.text("card"),
                    visit.text("expires"),
                    visit.number("age", 0, 150, 18),
                    visit.number("income", 0, Integer.MAX_VALUE, 0),
                    visit.text("gender"));
        }
    }
}
