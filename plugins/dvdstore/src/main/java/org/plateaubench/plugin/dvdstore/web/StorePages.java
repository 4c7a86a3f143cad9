// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.web;

import java.io.IOException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.plateaubench.http.browser.Browser;
import org.plateaubench.http.browser.BrowserRequest;
import org.plateaubench.http.browser.BrowserResponse;
import org.plateaubench.http.html.UrlEncodedBody;
import org.plateaubench.http.html.WrongContent;
import org.plateaubench.plugin.dvdstore.shop.CustomerData;
import org.plateaubench.plugin.dvdstore.shop.PurchaseResult;
import org.plateaubench.plugin.dvdstore.shop.RefusedRequest;
import org.plateaubench.plugin.dvdstore.shop.Request;
import org.plateaubench.plugin.dvdstore.shop.Restock;
import org.plateaubench.plugin.dvdstore.shop.StoreAccess;
import org.plateaubench.plugin.dvdstore.shop.StoreRows;
import org.plateaubench.plugin.dvdstore.shop.StoreRows.Line;
import org.plateaubench.plugin.dvdstore.shop.StoreRows.Review;
import org.plateaubench.plugin.dvdstore.sql.StoreNumber;
import org.plateaubench.plugin.dvdstore.sql.StoreSettings;

/** The pages of Plateau's own application. Not thread-safe. */
public final class StorePages implements StoreAccess {
    private static final int OK = 200;

    private final Browser browser;
    private final String base;
    private final StoreNumber store;
    private final Restock restock;

    /** The base address has no trailing slash. */
    public StorePages(Browser browser, String base, StoreSettings settings) {
        this.browser = browser;
        this.base = base;
        this.store = settings.store();
        this.restock = settings.restock();
    }

    private UrlEncodedBody fields() {
        UrlEncodedBody fields = new UrlEncodedBody();
        return store.number() == 0 ? fields : fields.add(Visit.STORE, Integer.toString(store.number()));
    }

    private UrlEncodedBody fields(long customer) {
        return fields().add(Visit.CUSTOMER, Long.toString(customer));
    }

    /** Opens a page and checks its name, since an empty page cannot be identified by its rows. */
    private Document get(String path, UrlEncodedBody query, String name) throws IOException {
        Document page = page(BrowserRequest.get(browser.address(base + path + "?" + query.text())));
        if (!attribute(page, "main", "data-page").equals(name)) {
            throw new WrongContent("the page is not that of " + path);
        }
        return page;
    }

    private Document post(String path, UrlEncodedBody form) throws IOException {
        return page(BrowserRequest.post(browser.address(base + path), form));
    }

    private Document page(BrowserRequest request) throws IOException {
        BrowserResponse response = browser.send(request);
        Document page = Jsoup.parse(response.text());
        if (response.status() != OK) {
            String errorClass = attribute(page, "#failure", "data-class");
            throw new RefusedRequest(
                    errorClass.isEmpty() ? "status-" + response.status() : errorClass,
                    "the application answered with status " + response.status() + ": "
                            + page.select("#failure").text(),
                    response.status() == Storefront.UNCHANGED);
        }
        return page;
    }

    private static String attribute(Document page, String selector, String name) {
        return page.select(selector).attr(name);
    }

    /** Reads a part of a page; a page without it is not the expected one. */
    private static <T> T parse(Supplier<T> parser) throws WrongContent {
        try {
            return parser.get();
        } catch (NumberFormatException | DateTimeException e) {
            throw new WrongContent("the page is not the expected one: " + e.getMessage());
        }
    }

    private static int integer(Element element, String name) {
        return Integer.parseInt(element.attr("data-" + name));
    }

    private static long customer(Document page) {
        return Long.parseLong(attribute(page, "main", "data-customer"));
    }

    @Override
    public Optional<LoginResult> login(Request.Login login) throws IOException {
        Document page =
                post("/login", fields().add("username", login.username()).add("password", login.password()));
        return parse(() -> {
            int customer = (int) customer(page);
            List<PastTitle> past = page.select("tr.past").stream()
                    .map(row -> new PastTitle(
                            row.child(0).text(),
                            row.child(1).text(),
                            row.child(2).text()))
                    .toList();
            return customer == 0 ? Optional.empty() : Optional.of(new LoginResult(customer, past));
        });
    }

    @Override
    public OptionalLong newCustomer(CustomerData customerData, String username) throws IOException {
        Document page = post(
                "/customers",
                fields().add("username", username)
                        .add("firstname", customerData.firstName())
                        .add("lastname", customerData.lastName())
                        .add("address", customerData.address1())
                        .add("city", customerData.city())
                        .add("state", customerData.state())
                        .add("zip", Integer.toString(customerData.zip()))
                        .add("country", customerData.country())
                        .add("email", customerData.email())
                        .add("phone", customerData.phone())
                        .add("cardtype", Integer.toString(customerData.creditCardType()))
                        .add("card", customerData.creditCard())
                        .add("expires", customerData.creditCardExpiration())
                        .add("age", Integer.toString(customerData.age()))
                        .add("income", Integer.toString(customerData.income()))
                        .add("gender", customerData.gender()));
        return parse(() -> customer(page) == 0 ? OptionalLong.empty() : OptionalLong.of(customer(page)));
    }

    @Override
    public List<StoreRows.Product> browse(Request.BrowseCategory browse) throws IOException {
        return products(
                fields().add("by", "category").add("category", Integer.toString(browse.category())), browse.maxRows());
    }

    @Override
    public List<StoreRows.Product> browse(Request.BrowseText browse) throws IOException {
        String field = browse.field().column();
        return products(fields().add("by", field).add(field, String.join(" ", browse.words())), browse.maxRows());
    }

    private List<StoreRows.Product> products(UrlEncodedBody query, int rows) throws IOException {
        Document page = get("/browse", query.add("rows", Integer.toString(rows)), "browse");
        return parse(() -> page.select("tr.product").stream()
                .map(row -> new StoreRows.Product(
                        integer(row, "id"),
                        integer(row, "category"),
                        row.child(1).text(),
                        row.child(2).text(),
                        integer(row, "cents"),
                        row.attr("data-special").equals("true"),
                        integer(row, "common")))
                .toList());
    }

    @Override
    public long netCents(List<Line> cart) {
        throw new UnsupportedOperationException("the application queries the prices");
    }

    @Override
    public PurchaseResult purchase(long customer, Request.Purchase purchase) throws IOException {
        UrlEncodedBody form = fields(customer).add(Visit.RESTOCK, restock.name().toLowerCase(Locale.ROOT));
        for (Line line : purchase.lines()) {
            form.add(Visit.ITEM, Integer.toString(line.product()));
            form.add(Visit.QUANTITY, Integer.toString(line.quantity()));
        }
        Document page = post("/purchase", form);
        Element result = page.getElementById("result");
        if (result == null) {
            throw new WrongContent("the page after a purchase does not state its result");
        }
        return parse(() -> result.attr("data-status").equals(PurchaseResult.Status.OUT_OF_STOCK.name())
                ? PurchaseResult.outOfStock(integer(result, "net"))
                : new PurchaseResult(
                        PurchaseResult.Status.COMMITTED,
                        purchase.lines().size(),
                        purchase.quantity(),
                        integer(result, "taken"),
                        integer(result, "added"),
                        integer(result, "reorders"),
                        integer(result, "order"),
                        integer(result, "net")));
    }

    @Override
    public List<ShownReview> reviews(Request.BrowseReviews browse) throws IOException {
        return shown(get(
                "/reviews",
                fields().add("by", browse.field().column())
                        .add("word", browse.word())
                        .add("depth", Integer.toString(browse.depth()))
                        .add("rows", Integer.toString(browse.maxRows())),
                "reviews"));
    }

    @Override
    public List<ShownReview> reviews(Request.GetReviews get) throws IOException {
        return shown(get(
                "/product-reviews",
                fields().add("product", Integer.toString(get.product()))
                        .add("order", get.order().name().toLowerCase(Locale.ROOT))
                        .add("stars", Integer.toString(get.stars()))
                        .add("rows", Integer.toString(get.maxRows())),
                "reviews"));
    }

    private static List<ShownReview> shown(Document page) throws WrongContent {
        return parse(() -> page.select("article").stream()
                .map(review -> new ShownReview(
                        new Review(
                                integer(review, "id"),
                                integer(review, "product"),
                                LocalDate.parse(review.attr("data-date")),
                                integer(review, "stars"),
                                integer(review, "customer"),
                                review.select("h2").text(),
                                review.select("p.text").text()),
                        integer(review, "helpfulness"),
                        review.attr("data-title"),
                        review.attr("data-actor")))
                .toList());
    }

    @Override
    public boolean join(long customer, Request.NewMember member) throws IOException {
        return number(post("/members", fields(customer).add("level", Integer.toString(member.level())))) == 1;
    }

    @Override
    public long review(long customer, Request.NewReview review) throws IOException {
        return number(post(
                "/reviews",
                fields(customer)
                        .add("product", Integer.toString(review.product()))
                        .add("stars", Integer.toString(review.stars()))
                        .add("summary", review.summary())
                        .add("text", review.text())));
    }

    @Override
    public long vote(long customer, Request.NewVote vote) throws IOException {
        return number(post(
                "/votes",
                fields(customer)
                        .add("review", Integer.toString(vote.review()))
                        .add("points", Integer.toString(vote.points()))));
    }

    private static long number(Document page) throws WrongContent {
        return parse(() -> Long.parseLong(attribute(page, "#result", "data-number")));
    }
}
