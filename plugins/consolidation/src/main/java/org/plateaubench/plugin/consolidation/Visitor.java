// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.consolidation;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plateaubench.api.Draws;
import org.plateaubench.api.Outcome;
import org.plateaubench.http.RequestBody;
import org.plateaubench.http.address.WebAddress;
import org.plateaubench.http.browser.Browser;
import org.plateaubench.http.browser.BrowserResponse;
import org.plateaubench.http.browser.CacheModel;
import org.plateaubench.http.browser.HttpMeasures;
import org.plateaubench.http.browser.HttpOutcomes;
import org.plateaubench.http.browser.Resource;
import org.plateaubench.http.html.WrongContent;
import org.plateaubench.plugin.consolidation.application.Changes;
import org.plateaubench.spi.Acknowledged;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.UserContext;

/**
 * One user with one browser, which verifies the content of every page. A user whose last page was missing or wrong
 * begins a new visit; a user whom a custom mix leads to confirm an empty cart fills it first.
 */
final class Visitor implements Driver {
    private static final int NUMBER = 1;
    private static final int CHOICES = 99;
    private static final Page[] PAGES = Page.values();
    private static final Pattern ATTRIBUTE = Pattern.compile(" data-([a-z]+)=\"([^\"]*)\"");
    /** The attributes of a page are within its first bytes. */
    private static final int PREFIX_BYTES = 1_000;

    private static final RequestBody EMPTY_BODY = RequestBody.of(new byte[0], "text/plain");

    private final Catalogue catalogue;
    private final Map<String, byte[]> images;
    private final Browser browser;
    private final HttpMeasures traffic;
    private final Changes changes;
    private final Acknowledged orders;
    private String visit = "";
    /** The last shown product; 0 for none. */
    private int product;

    private final Map<Page, String> entries = new TreeMap<>();
    private final Map<Integer, Integer> cart = new TreeMap<>();
    /** Number of the latest order of the visit; 0 for none. */
    private long order;

    /** Whether the user must begin a new visit, since the last page was missing or wrong. */
    private boolean needsNewVisit;

    Visitor(Catalogue catalogue, Map<String, byte[]> images, Browser browser, UserContext user) {
        this.catalogue = catalogue;
        this.images = images;
        this.browser = browser;
        traffic = new HttpMeasures(name -> user.counter(name)::add);
        changes = new Changes(user);
        orders = user.acknowledged(Storefront.ORDERS);
    }

    @Override
    public void connect() throws IOException {
        browser.connect();
        needsNewVisit = true;
    }

    /** Begins a visit by the home page, without its images. */
    private void beginVisit() throws IOException {
        String before = visit;
        browser.newSession(CacheModel.BY_HEADERS);
        entries.clear();
        cart.clear();
        order = 0;
        changes.begin(Storefront.VISITS, 1);
        BrowserResponse response = browser.page(Page.HOME.path()).response();
        visit = attributes(response).getOrDefault(Storefront.VISIT, "");
        if (visit.isEmpty() || visit.equals(before)) {
            throw new WrongContent("the visit is not a new one");
        }
        check(Page.HOME, response, Map.of());
        needsNewVisit = false;
    }

    @Override
    public Outcome execute(OperationCall call) {
        Page page = PAGES[call.operation()];
        boolean isCorrect = false;
        try {
            if (needsNewVisit || page == Page.ARRIVE) {
                beginVisit();
            }
            visit(page, call.draws());
            fetchImages(page);
            isCorrect = true;
            return Outcome.ok();
        } catch (IOException e) {
            return HttpOutcomes.of(e);
        } finally {
            changes.end(isCorrect);
            needsNewVisit = !isCorrect;
            traffic.add(browser.endOperation());
        }
    }

    private void visit(Page page, Draws draws) throws IOException {
        switch (page) {
            case ARRIVE -> {}
            case HOME -> get(page, 0, Map.of());
            case SEARCH -> list(page, draws.between(NUMBER, 0, 0, Catalogue.WORDS - 1));
            case BROWSE -> list(page, draws.between(NUMBER, 0, 0, Catalogue.TYPES - 1));
            case LINE -> list(page, draws.between(NUMBER, 0, 1, catalogue.lines()));
            case PRODUCT -> {
                product = draws.between(NUMBER, 0, 1, catalogue.products());
                String shown = catalogue.title(product) + " for " + catalogue.price(product);
                get(page, product, Map.of(Storefront.PRODUCT, shown));
            }
            case CART -> {
                if (cart.containsKey(product)) {
                    get(page, 0, Map.of(Storefront.CART, catalogue.cart(cart)));
                } else {
                    fillCart(draws);
                }
            }
            case CONFIRM -> confirm(draws);
            case CUSTOMIZE_1, CUSTOMIZE_2, CUSTOMIZE_3, LOGIN, SHIPPING, BILLING -> {
                int choice = draws.between(NUMBER, 0, 1, CHOICES);
                entries.put(page, Integer.toString(choice));
                post(page, choice, Map.of(Storefront.ENTRIES, entries.toString()));
            }
        }
    }

    private void list(Page page, int key) throws IOException {
        get(page, key, Map.of(Storefront.LIST, catalogue.list(page, key)));
    }

    private void get(Page page, int number, Map<String, String> shown) throws IOException {
        check(page, browser.page(page.path() + "?number=" + number).response(), shown);
    }

    private Map<String, String> post(Page page, int number, Map<String, String> shown) throws IOException {
        return check(
                page,
                browser.post(page.path() + "?number=" + number, EMPTY_BODY).response(),
                shown);
    }

    private void fillCart(Draws draws) throws IOException {
        if (product == 0) {
            product = draws.between(NUMBER, 0, 1, catalogue.products());
        }
        cart.merge(product, 1, Integer::sum);
        post(Page.CART, product, Map.of(Storefront.CART, catalogue.cart(cart)));
    }

    private void confirm(Draws draws) throws IOException {
        if (cart.isEmpty()) {
            fillCart(draws);
        }
        changes.begin(Storefront.ORDERS, 1);
        changes.begin(Storefront.UNITS, Catalogue.units(cart));
        changes.begin(Storefront.CENTS, catalogue.total(cart));
        Map<String, String> shown = post(Page.CONFIRM, 0, Map.of(Storefront.CART, catalogue.cart(cart)));
        String number = shown.getOrDefault(Storefront.ORDER, "");
        if (!number.matches("[0-9]{1,18}") || Long.parseLong(number) <= order) {
            throw new WrongContent("the number of the order does not follow the one before");
        }
        order = Long.parseLong(number);
        cart.clear();
        orders.stored(order);
    }

    private static Map<String, String> attributes(BrowserResponse response) throws IOException {
        int length = Math.min(response.length(), PREFIX_BYTES);
        String prefix = new String(response.bytes(), response.offset(), length, StandardCharsets.UTF_8);
        Map<String, String> attributes = new HashMap<>();
        Matcher matcher = ATTRIBUTE.matcher(prefix);
        while (matcher.find()) {
            attributes.put(matcher.group(1), matcher.group(2));
        }
        return attributes;
    }

    /** Compares the attributes of a page with the expected ones, and returns them. */
    private Map<String, String> check(Page page, BrowserResponse response, Map<String, String> shown)
            throws IOException {
        Map<String, String> attributes = attributes(response);
        byte[] end = Page.END.getBytes(StandardCharsets.UTF_8);
        int last = response.offset() + response.length();
        boolean isComplete = response.length() > page.textBytes
                && Arrays.equals(response.bytes(), last - end.length, last, end, 0, end.length);
        if (!isComplete || !page.path().equals(attributes.get(Storefront.PAGE))) {
            throw new WrongContent("the page " + page.title + " is incomplete or another page");
        }
        if (!visit.equals(attributes.get(Storefront.VISIT))) {
            throw new WrongContent("the page belongs to another visit");
        }
        for (Map.Entry<String, String> each : shown.entrySet()) {
            if (!each.getValue().equals(attributes.get(each.getKey()))) {
                throw new WrongContent("the page " + page.title + " shows a wrong " + each.getKey());
            }
        }
        return attributes;
    }

    private void fetchImages(Page page) throws IOException {
        List<WebAddress> parts = new ArrayList<>();
        for (int image = 1; image <= page.images; image++) {
            parts.add(browser.address(page.imagePath(image)));
        }
        browser.fetchAll(parts, Resource.IMAGE, (address, response) -> {
            byte[] image = images.getOrDefault(address.target(), new byte[0]);
            int from = response.offset();
            if (!Arrays.equals(response.bytes(), from, from + response.length(), image, 0, image.length)) {
                throw new WrongContent("the image " + address.target() + " has wrong content");
            }
        });
    }

    @Override
    public void abort() {
        browser.abort();
    }

    @Override
    public void close() {
        browser.close();
    }
}
