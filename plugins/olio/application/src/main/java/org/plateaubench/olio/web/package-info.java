// SPDX-License-Identifier: Apache-2.0
/** The HTTP layer of the site: requests and their answers. */
@NullMarked
package org.plateaubench.olio.web;

import org.jspecify.annotations.NullMarked;
