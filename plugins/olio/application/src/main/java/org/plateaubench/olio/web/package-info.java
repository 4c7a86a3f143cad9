// SPDX-License-Identifier: Apache-2.0
/** The site over HTTP: what is answered to which request. */
@NullMarked
package org.plateaubench.olio.web;

import org.jspecify.annotations.NullMarked;
