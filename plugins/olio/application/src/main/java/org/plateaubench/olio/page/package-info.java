// SPDX-License-Identifier: Apache-2.0
/** The pages: from records to HTML, independent of requests. */
@NullMarked
package org.plateaubench.olio.page;

import org.jspecify.annotations.NullMarked;
