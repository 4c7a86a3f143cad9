// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.consolidation;

import org.plateaubench.api.Answers;

/**
 * The kinds of pages. The numbers of images, the largest image and the bytes of text are the published ones of the
 * e-commerce workload of SPECweb2005; the probabilities of the next page give the published shares of pages.
 */
enum Page {
    ARRIVE("arrive", "Opens the home page in a new visit.", 25, 22_612, 54_000, "home 20 search 15 browse 60"),
    HOME("home", "Opens the home page again.", 25, 22_612, 54_000, "home 20 search 15 browse 60"),
    SEARCH("search", "Searches products by a word.", 7, 1_731, 167_000, "home 5 search 70 browse 20"),
    BROWSE("browse", "Lists product lines.", 25, 15_750, 68_000, "home 10 browse 10 productLine 75"),
    LINE("productLine", "Lists products of a line.", 12, 11_044, 108_000, "home 5 browse 10 product 80"),
    PRODUCT("product", "Shows a product.", 10, 3_521, 22_000, "home 5 browse 5 productLine 15 customize1 70"),
    CUSTOMIZE_1("customize1", "Chooses parts of a product.", 9, 1_994, 154_000, "customize1 61.6 customize2 33.4"),
    CUSTOMIZE_2("customize2", "Chooses service.", 9, 1_994, 154_000, "customize1 10 customize2 30 customize3 55"),
    CUSTOMIZE_3("customize3", "Chooses accessories.", 9, 1_994, 154_000, "customize2 10 customize3 20 cart 65"),
    CART("cart", "Puts a product into the cart, or shows the cart again.", 40, 8_914, 112_000, "cart 25 login 70"),
    LOGIN("login", "Signs in.", 21, 1_913, 45_000, "login 2 shipping 94"),
    SHIPPING("shipping", "Enters how the order is shipped.", 5, 922, 17_000, "billing 95"),
    BILLING("billing", "Enters how the order is paid.", 5, 1_069, 33_000, "confirm 75"),
    CONFIRM("confirm", "Places the order.", 13, 1_120, 23_000, "arrive 100");

    static final String END = "</pre></body></html>";

    final String title;
    final String description;
    final int images;
    final int largestImage;
    final int textBytes;
    /** Titles of the pages that follow, each with its probability in percent; otherwise the visit ends. */
    final String next;

    Page(String title, String description, int images, int largestImage, int textBytes, String next) {
        this.title = title;
        this.description = description;
        this.images = images;
        this.largestImage = largestImage;
        this.textBytes = textBytes;
        this.next = next;
    }

    String path() {
        return "/" + (this == ARRIVE ? HOME : this).title;
    }

    String imagePath(int image) {
        return "/images" + path() + "-" + image + ".gif";
    }

    Answers answers() {
        Answers all =
                Answers.read().identity("page, visit, content, images").notVerified("the text that fills the page");
        return switch (this) {
            case ARRIVE -> all.version("the visit is new");
            case HOME, SEARCH, BROWSE, LINE, PRODUCT -> all;
            default -> all.version("cart, entries and order as this visit has left them");
        };
    }
}
