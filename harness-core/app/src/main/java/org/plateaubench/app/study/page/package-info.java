// SPDX-License-Identifier: Apache-2.0
/** The result of a study as a page, as charts and as text. */
@NullMarked
package org.plateaubench.app.study.page;

import org.jspecify.annotations.NullMarked;
