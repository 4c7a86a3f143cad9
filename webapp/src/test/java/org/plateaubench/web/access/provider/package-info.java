// SPDX-License-Identifier: Apache-2.0
@org.jspecify.annotations.NullMarked
package org.plateaubench.web.access.provider;
