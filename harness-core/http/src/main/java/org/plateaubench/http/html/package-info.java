// SPDX-License-Identifier: Apache-2.0
/** What a browser finds in a page: links, forms, images, stylesheets and scripts. */
@NullMarked
package org.plateaubench.http.html;

import org.jspecify.annotations.NullMarked;
