// SPDX-License-Identifier: Apache-2.0
/** The content of a page as a browser uses it: links, forms, images, stylesheets and scripts. */
@NullMarked
package org.plateaubench.http.html;

import org.jspecify.annotations.NullMarked;
