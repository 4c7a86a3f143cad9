// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.web;

import java.io.IOException;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.plateaubench.http.browser.Browser;
import org.plateaubench.http.html.UrlEncodedBody;
import org.plateaubench.http.html.WrongContent;
import org.plateaubench.plugin.dvdstore.shop.CustomerData;
import org.plateaubench.plugin.dvdstore.shop.PurchaseResult;
import org.plateaubench.plugin.dvdstore.shop.Request;
import org.plateaubench.plugin.dvdstore.shop.Request.ReviewOrder;
import org.plateaubench.plugin.dvdstore.shop.StoreAccess;
import org.plateaubench.plugin.dvdstore.shop.StoreRows;
import org.plateaubench.plugin.dvdstore.shop.StoreRows.Line;

/**
 * The pages of an original deployment, by their names and parameters. Every request is a GET, including writes, and
 * success is visible in the text only. Columns that a page does not show stay empty. Not thread-safe.
 */
public final class OriginalPages implements StoreAccess {
    /** The page that is opened first. */
    public static final String HOME = "index.html";

    private static final Pattern ORDER = Pattern.compile("ORDER NUMBER:\\s*(\\d+)", Pattern.CASE_INSENSITIVE);
    private static final String CUSTOMER = "customerid";

    private final Browser browser;
    private final String base;
    private final String extension;
    private final int store;

    /** The base is the address of the folder of the pages, without a trailing slash. */
    public OriginalPages(Browser browser, String base, String extension, int store) {
        this.browser = browser;
        this.base = base;
        this.extension = extension;
        this.store = store;
    }

    private Document get(String page, UrlEncodedBody query) throws IOException {
        if (store > 0) {
            query.add("storenum", Integer.toString(store));
        }
        return Jsoup.parse(browser.page(base + "/" + page + "." + extension + "?" + query.text())
                .response()
                .text());
    }

    /** Returns a hidden field of a page; empty if it has none of this name. */
    private static Optional<Element> hidden(Element page, String name) {
        return page.select("input[type=hidden]").stream()
                .filter(field -> field.attr("name").equalsIgnoreCase(name))
                .findFirst();
    }

    private static OptionalLong number(Element page, String name) throws WrongContent {
        Optional<Element> field = hidden(page, name);
        return field.isEmpty() ? OptionalLong.empty() : OptionalLong.of(integer(field.get()));
    }

    private static long integer(Element field) throws WrongContent {
        try {
            return Long.parseLong(field.attr("value").strip());
        } catch (NumberFormatException e) {
            throw new WrongContent("the field " + field.attr("name") + " of the page is not a number");
        }
    }

    private static long required(Document page, String name) throws WrongContent {
        return number(page, name).orElseThrow(() -> new WrongContent("the page has no field " + name));
    }

    @Override
    public Optional<LoginResult> login(Request.Login login) throws IOException {
        Document page = get(
                "dslogin",
                new UrlEncodedBody().add("username", login.username()).add("password", login.password()));
        OptionalLong customer = number(page, CUSTOMER);
        if (customer.isEmpty()) {
            return Optional.empty();
        }
        List<PastTitle> past = new ArrayList<>();
        if (page.text().contains("previous purchases")) {
            for (Element row : page.select("tr:has(td)")) {
                if (row.childrenSize() == 3) {
                    past.add(new PastTitle(
                            row.child(0).text(),
                            row.child(1).text(),
                            row.child(2).text()));
                }
            }
        }
        return Optional.of(new LoginResult((int) customer.getAsLong(), past));
    }

    @Override
    public OptionalLong newCustomer(CustomerData customerData, String username) throws IOException {
        String[] expires = customerData.creditCardExpiration().split("/", 2);
        Document page = get(
                "dsnewcustomer",
                new UrlEncodedBody()
                        .add("firstname", customerData.firstName())
                        .add("lastname", customerData.lastName())
                        .add("address1", customerData.address1())
                        .add("address2", "")
                        .add("city", customerData.city())
                        .add("state", customerData.state())
                        .add("zip", Integer.toString(customerData.zip()))
                        .add("country", customerData.country())
                        .add("email", customerData.email())
                        .add("phone", customerData.phone())
                        .add("creditcardtype", Integer.toString(customerData.creditCardType()))
                        .add("creditcard", customerData.creditCard())
                        .add("ccexpmon", expires[1])
                        .add("ccexpyr", expires[0])
                        .add("username", username)
                        .add("password", CustomerData.PASSWORD)
                        .add("age", Integer.toString(customerData.age()))
                        .add("income", Integer.toString(customerData.income()))
                        .add("gender", customerData.gender()));
        return page.text().contains("already in use")
                ? OptionalLong.empty()
                : OptionalLong.of(required(page, CUSTOMER));
    }

    @Override
    public List<StoreRows.Product> browse(Request.BrowseCategory browse) throws IOException {
        List<StoreRows.Product> products = new ArrayList<>();
        for (Element row : rows("category", Integer.toString(browse.category()), browse.maxRows())) {
            products.add(product(row, browse.category(), true));
        }
        return products;
    }

    @Override
    public List<StoreRows.Product> browse(Request.BrowseText browse) throws IOException {
        List<StoreRows.Product> products = new ArrayList<>();
        for (Element row : rows(browse.field().column(), String.join(" ", browse.words()), browse.maxRows())) {
            products.add(product(row, 0, false));
        }
        return products;
    }

    private List<Element> rows(String type, String value, int rows) throws IOException {
        Document page = get(
                "dsbrowse",
                new UrlEncodedBody()
                        .add("browsetype", type)
                        .add("browse_category", type.equals("category") ? value : "")
                        .add("browse_actor", type.equals("actor") ? value : "")
                        .add("browse_title", type.equals("title") ? value : "")
                        .add("limit_num", Integer.toString(rows))
                        .add(CUSTOMER, "1"));
        return page.select("tr:has(input[type=checkbox])");
    }

    private static StoreRows.Product product(Element row, int category, boolean special) throws WrongContent {
        Element box = row.select("input[type=checkbox]").getFirst();
        if (row.childrenSize() < 4) {
            throw new WrongContent("a row of products has " + row.childrenSize() + " cells instead of 4");
        }
        try {
            int cents = new BigDecimal(row.child(3).text().replace("$", "").strip())
                    .movePointRight(2)
                    .intValue();
            return new StoreRows.Product(
                    (int) integer(box),
                    category,
                    row.child(1).text(),
                    row.child(2).text(),
                    cents,
                    special,
                    0);
        } catch (NumberFormatException e) {
            throw new WrongContent("a row of products has no price");
        }
    }

    @Override
    public long netCents(List<Line> cart) {
        throw new UnsupportedOperationException("the application queries the prices");
    }

    @Override
    public PurchaseResult purchase(long customer, Request.Purchase purchase) throws IOException {
        boolean isPhp = extension.equals("php");
        UrlEncodedBody query =
                new UrlEncodedBody().add("confirmpurchase", "yes").add(CUSTOMER, Long.toString(customer));
        for (Line line : purchase.lines()) {
            query.add(isPhp ? "item[]" : "item", Integer.toString(line.product()));
            query.add(isPhp ? "quan[]" : "quan", Integer.toString(line.quantity()));
        }
        Document page = get("dspurchase", query);
        if (page.text().toLowerCase(Locale.ROOT).contains("insufficient stock")) {
            return PurchaseResult.outOfStock(UNKNOWN_CENTS);
        }
        Matcher order = ORDER.matcher(page.text());
        if (!order.find()) {
            throw new WrongContent("the page after a purchase has no order number");
        }
        return new PurchaseResult(
                PurchaseResult.Status.COMMITTED,
                purchase.lines().size(),
                purchase.quantity(),
                0,
                0,
                0,
                Long.parseLong(order.group(1)),
                UNKNOWN_CENTS);
    }

    @Override
    public List<ShownReview> reviews(Request.BrowseReviews browse) throws IOException {
        String type = browse.field().column();
        return shown(get(
                "dsbrowsereviews",
                new UrlEncodedBody()
                        .add("browsereviewtype", type)
                        .add("review_actor", type.equals("actor") ? browse.word() : "")
                        .add("review_title", type.equals("title") ? browse.word() : "")
                        .add("search_depth", Integer.toString(browse.depth()))
                        .add("limit_num", Integer.toString(browse.maxRows()))
                        .add(CUSTOMER, "1")));
    }

    @Override
    public List<ShownReview> reviews(Request.GetReviews get) throws IOException {
        String type = get.order() == ReviewOrder.STARS ? "star" : get.order() == ReviewOrder.DATE ? "date" : "noorder";
        return shown(get(
                "dsgetreviews",
                new UrlEncodedBody()
                        .add("getreviewtype", type)
                        .add("productid", Integer.toString(get.product()))
                        .add("review_stars", Integer.toString(get.stars()))
                        .add("limit_num", Integer.toString(get.maxRows()))
                        .add(CUSTOMER, "1")));
    }

    /** Reads the numbers of the reviews, which hidden fields hold. */
    private static List<ShownReview> shown(Document page) throws WrongContent {
        List<Element> ids = fields(page, "reviewid");
        List<Element> products = fields(page, "productid");
        List<Element> sums = fields(page, "helpfulness_sum");
        if (products.size() < ids.size() || sums.size() < ids.size()) {
            throw new WrongContent("a review has no product or no helpfulness");
        }
        List<ShownReview> reviews = new ArrayList<>();
        for (int i = 0; i < ids.size(); i++) {
            reviews.add(new ShownReview(
                    new StoreRows.Review(
                            (int) integer(ids.get(i)), (int) integer(products.get(i)), LocalDate.EPOCH, 0, 0, "", ""),
                    integer(sums.get(i)),
                    "",
                    ""));
        }
        return reviews;
    }

    private static List<Element> fields(Document page, String name) {
        return page.select("input[type=hidden]").stream()
                .filter(field -> field.attr("name").equalsIgnoreCase(name))
                .toList();
    }

    @Override
    public boolean join(long customer, Request.NewMember member) throws IOException {
        Document page = get(
                "dsnewmember",
                new UrlEncodedBody()
                        .add(CUSTOMER, Long.toString(customer))
                        .add("membershiplevel", Integer.toString(member.level())));
        return number(page, CUSTOMER).orElse(0) > 0;
    }

    @Override
    public long review(long customer, Request.NewReview review) throws IOException {
        return required(
                get(
                        "dsnewreview",
                        new UrlEncodedBody()
                                .add(CUSTOMER, Long.toString(customer))
                                .add("productid", Integer.toString(review.product()))
                                .add("review_summary", review.summary())
                                .add("review_text", review.text())
                                .add("review_stars", Integer.toString(review.stars()))),
                "reviewid");
    }

    @Override
    public long vote(long customer, Request.NewVote vote) throws IOException {
        return required(
                get(
                        "dsnewhelpfulness",
                        new UrlEncodedBody()
                                .add(CUSTOMER, Long.toString(customer))
                                .add("review_helpfulness", Integer.toString(vote.points()))
                                .add("reviewid", Integer.toString(vote.review()))),
                "reviewhelpfulnessid");
    }
}
